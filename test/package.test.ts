import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** `woodstock`, `woodstock/gdl`, …: what a user may import. */
const doors = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target !== 'string')
  .map(([subpath]) => `woodstock${subpath.slice(1)}`);

/** The package as its user gets it: packed, unpacked beside its dependencies, far from this checkout. */
describe('the packed package', () => {
  let home = '';
  let files: readonly string[] = [];

  beforeAll(() => {
    if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist is missing; run `npm run build` first');
    home = mkdtempSync(join(tmpdir(), 'woodstock-package-'));
    const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
    const packed = execFileSync('npm', packing, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [tarball] = JSON.parse(packed) as readonly [{ filename: string; files: readonly { path: string }[] }];
    files = tarball.files.map(({ path }) => path);
    const place = join(home, 'node_modules/woodstock');
    mkdirSync(place, { recursive: true });
    execFileSync('tar', ['-xzf', join(home, tarball.filename), '-C', place, '--strip-components=1']);
    for (const name of Object.keys(manifest.dependencies)) {
      const link = join(home, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link);
    }
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  });

  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const node = (...args: readonly string[]): string =>
    execFileSync(process.execPath, args, { cwd: home, encoding: 'utf8' });

  it('holds what runs, the games and the licence, and neither sources nor tests', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'bin/woodstock.js']));
    expect(files.filter((path) => /^games\/.*\.kif$/.test(path)).length).toBeGreaterThan(0);
    expect(files.filter((path) => path.startsWith('src/') || path.includes('.test.'))).toEqual([]);
  });

  it.each(doors)('%s is imported by Node', (door) => {
    const names = JSON.parse(
      node('--input-type=module', '-e', `console.log(JSON.stringify(Object.keys(await import('${door}'))))`),
    ) as readonly string[];
    expect(names.length).toBeGreaterThan(0);
  });

  it('has types that a strict user without the types of Node or the DOM can compile', () => {
    const consumer = join(home, 'consumer.ts');
    writeFileSync(consumer, doors.map((door, i) => `export * as door${i} from '${door}';\n`).join(''));
    expect(complaintsOfCompiler(consumer, [])).toEqual([]);
  });

  it('does what the README shows', () => {
    const example = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8'))![1]!;
    writeFileSync(join(home, 'example.ts'), example);
    expect(complaintsOfCompiler(join(home, 'example.ts'), ['node'])).toEqual([]);
    writeFileSync(join(home, 'example.js'), ts.transpile(example, { module: ts.ModuleKind.ESNext }));
    symlinkSync(join(home, 'node_modules/woodstock/games'), join(home, 'games'));
    const [, ...means] = /\[ '\w+', '\w+' \] \[ ([\d.]+), ([\d.]+) \]$/.exec(node('example.js').trim()) ?? [];
    expect(means.map(Number).reduce((sum, mean) => sum + mean, 0)).toBeCloseTo(100);
  });

  it('runs its command line', () => {
    const games = JSON.parse(node('node_modules/woodstock/bin/woodstock.js', 'games', '--json')) as readonly unknown[];
    expect(games.length).toBeGreaterThan(0);
  });
});

function complaintsOfCompiler(file: string, types: string[]): readonly string[] {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    // Ours are checked, where they are alone.
    skipLibCheck: types.length > 0,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types,
    typeRoots: [join(root, 'node_modules/@types')],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file: place, messageText }) => {
    return `${place?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

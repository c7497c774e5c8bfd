import { readFileSync } from 'node:fs';

/**
 * The layer table of ARCHITECTURE.md is the only truth: the rules below are read from it. A row is
 * | `folder/` or `file.ts` | where it runs | doors that it may import besides `base` |
 */
const ROW = /^\| *`(?<unit>[\w.]+)\/?` *\| *(?<runs>anywhere|Node) *\| *(?<imports>[^|]*?) *\|$/gm;

function readLayers() {
  const text = readFileSync(new URL('ARCHITECTURE.md', import.meta.url), 'utf8');
  const layers = [...text.matchAll(ROW)].map(({ groups: { unit, runs, imports } }) => ({
    unit,
    runsAnywhere: runs === 'anywhere',
    imports: [...imports.matchAll(/`([\w.]+)`/g)].map(([, name]) => name),
  }));
  const below = new Set();
  for (const { unit, imports } of layers) {
    const unknown = imports.find((name) => !below.has(name));
    if (unknown) throw new Error(`ARCHITECTURE.md: ${unit} imports ${unknown}, which no row above it names`);
    below.add(unit);
  }
  if (layers[0]?.unit !== 'base') throw new Error('ARCHITECTURE.md: the layer table must begin with base');
  return layers;
}

const escaped = (name) => name.replaceAll('.', '\\.');
const isFile = (unit) => unit.endsWith('.ts');
const inside = (unit) => `^src/${escaped(unit)}${isFile(unit) ? '$' : '/'}`;
const door = (unit) => (isFile(unit) ? inside(unit) : `^src/${unit}/index\\.ts$`);

const layers = readLayers();
const TEST = '\\.test\\.ts$';
const FAKE = '/fake[^/]*\\.ts$';

const mayImport = layers.map(({ unit, imports }) => ({
  name: `layer-${unit}`,
  comment: `${unit} may import only its own files and the doors that its row in ARCHITECTURE.md names.`,
  severity: 'error',
  from: { path: inside(unit), pathNot: TEST },
  to: { path: '^src/', pathNot: [inside(unit), ...(unit === 'base' ? [] : ['base', ...imports]).map(door)] },
}));

const runsAnywhere = layers
  .filter((layer) => layer.runsAnywhere)
  .map(({ unit }) => ({
    name: `runs-anywhere-${unit}`,
    comment: `${unit} also runs in a browser's worker: no Node modules, no packages.`,
    severity: 'error',
    from: { path: inside(unit), pathNot: TEST },
    to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
  }));

/** Tests may look at any layer (a fast thing is tested against its slow twin), but at other folders through the door only. */
const throughDoors = layers
  .filter(({ unit }) => !isFile(unit))
  .map(({ unit }) => ({
    name: `door-${unit}`,
    comment: `From outside src/${unit}, import src/${unit}/index.ts.`,
    severity: 'error',
    from: { path: ['^(src|test|bench)/'], pathNot: inside(unit) },
    to: { path: inside(unit), pathNot: door(unit) },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...mayImport,
    ...runsAnywhere,
    ...throughDoors,
    {
      name: 'unlisted',
      comment: 'Every file under src belongs to a row of the layer table in ARCHITECTURE.md.',
      severity: 'error',
      from: { path: '^src/', pathNot: layers.map(({ unit }) => inside(unit)) },
      to: {},
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'not-to-tests',
      comment: 'A test is imported by nobody.',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'fakes-in-tests-only',
      comment: 'fake*.ts stands in for the world in tests, and is not shipped.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TEST, FAKE] },
      to: { path: FAKE },
    },
    {
      name: 'not-to-dev-dependencies',
      comment: 'What is shipped needs only `dependencies`.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};

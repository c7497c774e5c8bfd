import { readFileSync } from 'node:fs';

/** Version of the package; its `package.json` lies two folders up from the sources and from `dist/cli` alike. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

import type { Metafile } from 'esbuild';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { buildSite } from '../../infra/build/build.ts';
import { bundle, metafileIn } from '../../infra/build/bundle.ts';
import { allHandlers } from '../../infra/build/handlers.ts';
import { madeOnce } from './once.ts';

const sourcesOfSite = [
  'web/**/*',
  'shared/**/*.ts',
  'infra/build/*.{ts,mts,mjs}',
  'infra/build/page-address.ts',
  'package-lock.json',
];
const sourcesOfHandlers = [
  'functions/**/*.ts',
  'shared/**/*.ts',
  'infra/{,build/}*.{ts,mts,mjs}',
  'package-lock.json',
];

function digestOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of patterns.flatMap((pattern) => globSync(pattern)).toSorted())
    if (statSync(file).isFile()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Builds into `.local/builds` unless the sources are unchanged; deletes older builds. */
async function reusedBuild(
  name: string,
  sources: readonly string[],
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  return madeOnce(name, async (folder) => {
    const builds = resolve('.local/builds', name);
    const stored = join(builds, digestOf(sources));
    if (!existsSync(`${stored}.complete`)) {
      rmSync(builds, { recursive: true, force: true });
      mkdirSync(stored, { recursive: true });
      await build(stored);
      writeFileSync(`${stored}.complete`, '');
    }
    symlinkSync(stored, folder);
  });
}

export const builtFolder = async (): Promise<string> =>
  process.env.SITE_FOLDER ?? reusedBuild('site', sourcesOfSite, buildSite);

export const handlersMade = async (): Promise<string> =>
  process.env.HANDLERS_FOLDER ??
  reusedBuild('handlers', sourcesOfHandlers, (folder) => bundle(allHandlers, { folder }));

export const builtHandlers = async (): Promise<Metafile> =>
  JSON.parse(await readFile(metafileIn(await handlersMade()), 'utf8'));

/** Serves the frame of the site, as for a logged-in user, instead of a prerendered page. */
export function askForFrame(request: IncomingMessage): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (!path.slice(path.lastIndexOf('/')).includes('.')) request.url = '/index.html';
}

import type { Metafile } from 'esbuild';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { buildSite } from '../../infra/build.ts';
import { bundle, metafileIn } from '../../infra/bundle.ts';
import { allHandlers } from '../../infra/handlers.ts';
import { madeOnce } from './once.ts';

/** The site built for production, once for a whole run: `npm test` did it before and names it in SITE_FOLDER. */
export const builtFolder = async (): Promise<string> =>
  process.env.SITE_FOLDER ?? madeOnce('site', buildSite);

/** The folder of the bundled handlers; `npm test` made them before and names it in HANDLERS_FOLDER. */
export const handlersMade = async (): Promise<string> =>
  process.env.HANDLERS_FOLDER ?? madeOnce('handlers', (folder) => bundle(allHandlers, { folder }));

/** What went into each handler's bundle. */
export const builtHandlers = async (): Promise<Metafile> =>
  JSON.parse(await readFile(metafileIn(await handlersMade()), 'utf8')) as Metafile;

/** Asks for the frame of the site instead of a page that was drawn: its code draws all of it, as for somebody signed in. */
export function askForFrame(request: IncomingMessage): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (!path.slice(path.lastIndexOf('/')).includes('.')) request.url = '/index.html';
}

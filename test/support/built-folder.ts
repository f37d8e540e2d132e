import type { IncomingMessage } from 'node:http';
import { buildSite } from '../../infra/build.ts';
import { madeOnce } from './once.ts';

/** The site built for production, once for a whole run: `npm test` did it before and names it in SITE_FOLDER. */
export const builtFolder = async (): Promise<string> =>
  process.env.SITE_FOLDER ?? madeOnce('site', buildSite);

/** Asks for the frame of the site instead of a page that was drawn: its code draws all of it, as for somebody signed in. */
export function askForFrame(request: IncomingMessage): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (!path.slice(path.lastIndexOf('/')).includes('.')) request.url = '/index.html';
}

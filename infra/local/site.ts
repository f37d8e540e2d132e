import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteConfig } from '../../web/config.ts';
import { elsewhereLinks } from './elsewhere-page.ts';
import { localPool } from './user-pool.ts';
import { ClearSentence } from './clear-sentence.ts';
import type { LoadModule } from './gateway.ts';

export interface Site {
  serve: (request: IncomingMessage, response: ServerResponse) => void;
  load: LoadModule;
  close: () => Promise<void>;
}

/** What the deployed site reads from /config.json. The captcha's key is Google's public one for tests. */
const siteConfig: SiteConfig = {
  auth: {
    userPoolId: 'us-east-1_local',
    clientId: localPool.clientId,
    endpoint: '/local/cognito/',
  },
  links: elsewhereLinks,
  contacts: {
    sales: { phone: '(612) 555-0142', email: 'sales@wellport.test' },
    support: { phone: '(612) 555-0117', email: 'support@wellport.test' },
  },
  captcha: { siteKey: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI' },
  // without a key nothing that the pages load comes from elsewhere
  ...(process.env.GOOGLE_MAPS_KEY && {
    map: { key: process.env.GOOGLE_MAPS_KEY, mapId: process.env.GOOGLE_MAPS_ID },
  }),
};

const sendConfig = (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(siteConfig));
};

/** Sources through Vite: a changed handler or rule takes effect on the next request, a changed page reloads itself. */
export async function sourceSite(server: Server): Promise<Site> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    serve: (request, response) => {
      if (request.url?.startsWith('/config.json')) return sendConfig(response);
      vite.middlewares(request, response);
    },
    load: async (path) => vite.ssrLoadModule(resolve(`.${path}`)),
    close: async () => vite.close(),
  };
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** The built site as the CDN serves it: files by name, and index.html for every path that is a page. */
export function builtSite(folder = 'dist/web'): Site {
  const root = resolve(folder);
  const index = join(root, 'index.html');
  if (!existsSync(index)) throw new ClearSentence('The site has not been built: run "npm run build".');
  return {
    serve: (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
      if (path === '/config.json') return sendConfig(response);
      const file = join(root, path);
      const found = file.startsWith(root) && existsSync(file) && statSync(file).isFile();
      response.setHeader(
        'content-type',
        types[found ? extname(file) : '.html'] ?? 'application/octet-stream',
      );
      if (found) createReadStream(file).pipe(response);
      else response.end(readFileSync(index));
    },
    load: async (path) => import(pathToFileURL(resolve(`.${path}`)).href) as Promise<Record<string, unknown>>,
    close: async () => {},
  };
}

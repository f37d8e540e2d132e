import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LoadModule } from '../handler-sources.ts';
import { localSiteConfig } from './local-site-config.ts';

export interface Site {
  serve: (request: IncomingMessage, response: ServerResponse) => void;
  load: LoadModule;
  close: () => Promise<void>;
}

/** Serves sources through Vite: a changed handler takes effect on the next request, and a changed page reloads. */
export async function sourceSite(server: Server): Promise<Site> {
  const { createServer } = await import('./tools/vite.mjs');
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    server: {
      middlewareMode: true,
      hmr: { server },
      // packages may be outside the folder, as links; their fonts would be refused
      fs: { allow: [resolve('.'), await realpath('node_modules')] },
    },
  });
  return {
    serve: (request, response) => {
      if (request.url?.startsWith('/config.json')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(localSiteConfig));
      } else vite.middlewares(request, response);
    },
    load: async (path) => vite.ssrLoadModule(resolve(`.${path}`)),
    close: async () => vite.close(),
  };
}

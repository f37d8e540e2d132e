import { globSync, statSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Hono } from './tools/hono.mjs';
import { siteConfig, type SiteConfig, testSiteKey } from '../../shared/site/site-config.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { realpath } from 'node:fs/promises';
import type { LoadModule } from '../build/handler-sources.ts';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import sirv from 'sirv';
import { contentSecurityPolicy } from '../stacks/content-security-policy.ts';
import { fileOfAddress } from '../build/page-address.ts';
import { UserError } from './tools/user-error.ts';

/** Returns the time of the latest change of some files in milliseconds; 0 without files. */
const newest = (folder: string, pattern: string): number =>
  globSync(pattern, { cwd: folder }).reduce(
    (latest, file) => Math.max(latest, statSync(join(folder, file)).mtimeMs),
    0,
  );

/** Returns a warning if the built site is older than its sources; otherwise undefined. */
export function oldBuild(built: string, ...sources: readonly string[]): string | undefined {
  const builtAt = newest(built, 'index.html');
  const changed = sources.filter((folder) => newest(folder, '**/*.{ts,tsx,css,html}') > builtAt);
  return changed.length === 0
    ? undefined
    : `The built site is older than ${changed.join(' and ')}. Run "npm run build" to see them as they are.`;
}

/** Pages that stand in for external systems of a deployment. */
const places: Readonly<Record<string, string>> = {
  requestDemo: 'Request a demo',
  facilitySignUp: 'Sign up a facility',
  memberActivation: 'Activate a key fob',
};

/** External links for /config.json. */
const externalLinks = Object.fromEntries(
  Object.keys(places).map((name) => [name, `/local/elsewhere/${name}`]),
);

export const elsewhereRoutes = (): Hono =>
  new Hono().get('/local/elsewhere/:name', (context) => {
    const title = places[context.req.param('name')];
    return title ? context.html(page(title)) : context.notFound();
  });

const page = (
  title: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} | elsewhere</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}a{color:inherit}</style></head>
<body><main><h1>${title}</h1><p>This page belongs to another system. A deployment names its address; on this machine there is only this page.</p>
<p><a href="/">Back to Wellport</a></p></main></body></html>`;

/** The content of /config.json. The captcha key is Google's public test key. */
export const localSiteConfig = siteConfig.parse({
  links: externalLinks,
  contacts: {
    sales: { phone: '(612) 555-0142', email: 'sales@wellport.test' },
    support: { phone: '(612) 555-0117', email: 'support@wellport.test' },
  },
  captcha: { siteKey: testSiteKey },
  // without a key, pages load nothing from other origins
  ...(process.env.GOOGLE_MAPS_KEY && {
    map: { key: process.env.GOOGLE_MAPS_KEY, mapId: process.env.GOOGLE_MAPS_ID },
  }),
});

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

/** Types and minimum size that CloudFront compresses (developer guide, "Serve compressed files"). */
const compressible = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const leastBytes = 1000;

/** Compresses the files of the site, as the CDN does at the first request. */
function compressFiles(root: string): void {
  const brotli = (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  for (const name of globSync('**/*', { cwd: root })) {
    const file = join(root, name);
    if (!compressible.test(name) || statSync(file).size < leastBytes) continue;
    for (const [ending, compress] of [['br', brotli] as const, ['gz', gzipSync] as const]) {
      const made = statSync(`${file}.${ending}`, { throwIfNoEntry: false });
      if (made && made.mtimeMs >= statSync(file).mtimeMs) continue;
      // beside the site, because another process can do this, or list its files, concurrently
      const temporary = join(root, '..', `compressed-${process.pid}`);
      writeFileSync(temporary, compress(readFileSync(file)));
      renameSync(temporary, `${file}.${ending}`);
    }
  }
}

interface BuiltSiteOptions {
  config?: SiteConfig;
  /** Sends the deployment's content security policy too. */
  guarded?: boolean;
}

/**
 * Serves the built site as the CDN does: files by name, index.html for every page path, compressed. Files with a
 * content hash in their names are cached for a year, all others are revalidated (infra/stacks/site-stack.ts,
 * infra/stacks/pages-stack.ts).
 */
export function builtSite(
  folder = 'dist/web',
  { config = localSiteConfig, guarded = false }: BuiltSiteOptions = {},
): Site {
  const root = resolve(folder);
  if (!existsSync(join(root, 'index.html')))
    throw new UserError('The site has not been built: run "npm run build".');
  const { captcha, map, privacyRequestForm: requestForm } = config;
  const policy = contentSecurityPolicy({
    googleMaps: Boolean(map),
    captcha: Boolean(captcha),
    requestForm,
  })
    // local pages use http
    .replace('; upgrade-insecure-requests', '');
  compressFiles(root);
  const files = sirv(root, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      const isNamedByContent = path.startsWith('/assets/');
      response.setHeader(
        'cache-control',
        isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
      if (guarded) response.setHeader('content-security-policy', policy);
    },
  });
  return {
    serve: (request, response) => {
      const name = fileOfAddress(pathOf(request.url));
      if (name === 'config.json') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(config));
        return;
      }
      const send = (file: string, otherwise: () => void) => {
        request.url = `/${encodeURI(file)}`;
        files(request, response, otherwise);
      };
      send(name, () => send('index.html', () => response.writeHead(404).end()));
    },
    load: async (path) => import(pathToFileURL(resolve(`.${path}`)).href) as Promise<Record<string, unknown>>,
    close: async () => {},
  };
}

/** Returns the decoded path; an invalid one is returned unchanged and matches no file. */
function pathOf(address = '/'): string {
  try {
    return decodeURIComponent(new URL(address, 'http://site').pathname);
  } catch {
    return address;
  }
}

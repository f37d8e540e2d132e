import { existsSync, globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import sirv from 'sirv';
import type { SiteConfig } from '../../shared/site/site-config.ts';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { fileOfAddress } from '../page-address.ts';
import { UserError } from './tools/user-error.ts';
import { localSiteConfig } from './local-site-config.ts';
import type { Site } from './site.ts';

/** Types and minimum size that CloudFront compresses (developer guide, "Serve compressed files"). */
const compressible = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const leastBytes = 1000;

/** Puts compressed files beside those of the site, where they are not yet: the CDN makes them at the first request. */
function compressFiles(root: string): void {
  // the CDN does not take its time either
  const brotli = (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  for (const name of globSync('**/*', { cwd: root })) {
    const file = join(root, name);
    if (!compressible.test(name) || statSync(file).size < leastBytes) continue;
    for (const [ending, compress] of [['br', brotli] as const, ['gz', gzipSync] as const]) {
      const made = statSync(`${file}.${ending}`, { throwIfNoEntry: false });
      if (made && made.mtimeMs >= statSync(file).mtimeMs) continue;
      // another process may do the same at the same time
      writeFileSync(`${file}.${process.pid}`, compress(readFileSync(file)));
      renameSync(`${file}.${process.pid}`, `${file}.${ending}`);
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
 * content hash in their names are cached for a year, all others are revalidated (infra/site-stack.ts,
 * infra/pages-stack.ts).
 */
export function builtSite(
  folder = 'dist/web',
  { config = localSiteConfig, guarded = false }: BuiltSiteOptions = {},
): Site {
  const root = resolve(folder);
  if (!existsSync(join(root, 'index.html')))
    throw new UserError('The site has not been built: run "npm run build".');
  const { captcha, map, privacyRequestForm: requestForm } = config;
  const policy = contentSecurityPolicy('us-east-1', {
    googleMaps: Boolean(map),
    captcha: Boolean(captcha),
    requestForm,
  })
    // here the pages come by http
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

/** The path that is meant; what is no path is taken as it came, and finds no file. */
function pathOf(address = '/'): string {
  try {
    return decodeURIComponent(new URL(address, 'http://site').pathname);
  } catch {
    return address;
  }
}

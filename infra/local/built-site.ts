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
      // another process may do this concurrently
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

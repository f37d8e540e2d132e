import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { SiteConfig } from '../../shared/site/site-config.ts';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { fileOfAddress } from '../page-address.ts';
import { UserError } from './user-error.ts';
import { localSiteConfig } from './local-site-config.ts';
import type { Site } from './site.ts';

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

/** What CloudFront compresses, and from which size on (its developer guide, "Serve compressed files"). */
const compressible = /^(text\/|image\/svg|application\/(json|manifest))/;
const leastBytes = 1000;

type Coding = 'br' | 'gzip';
const compress: Record<Coding, (bytes: Buffer) => Buffer> = {
  // the CDN compresses at the first request too, so it does not take its time either
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => gzipSync(bytes),
};

interface File {
  bytes: Buffer;
  type: string;
  etag: string;
  coded: Partial<Record<Coding, Buffer>>;
}

const fileOf = (bytes: Buffer, name: string): File => ({
  bytes,
  type: types[extname(name)] ?? 'application/octet-stream',
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  coded: {},
});

interface BuiltSiteOptions {
  config?: SiteConfig;
  /** Sends the deployment's content security policy too. */
  guarded?: boolean;
}

/**
 * The built site as the CDN serves it: files by name, index.html for every path that is a page, compressed, files named
 * by their content kept for a year and all others asked for again (infra/site-stack.ts, infra/pages-stack.ts).
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
  const files = new Map([['config.json', fileOf(Buffer.from(JSON.stringify(config)), 'config.json')]]);
  const find = (path: string): [name: string, file: File] => {
    const wanted = [fileOfAddress(path), 'index.html'].find((one) => {
      const file = resolve(join(root, one));
      const isInside = file.startsWith(`${root}/`);
      return isInside && (files.has(one) || statSync(file, { throwIfNoEntry: false })?.isFile());
    });
    const name = wanted ?? 'index.html';
    const file = files.get(name) ?? fileOf(readFileSync(join(root, name)), name);
    files.set(name, file);
    return [name, file];
  };
  return {
    serve: (request, response) => {
      const [name, file] = find(pathOf(request.url));
      response.setHeader(
        'cache-control',
        name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
      if (guarded) response.setHeader('content-security-policy', policy);
      send(request, response, file);
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

function send(request: IncomingMessage, response: ServerResponse, file: File): void {
  response.setHeader('content-type', file.type);
  response.setHeader('etag', file.etag);
  response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  const coding = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
  if (!coding || file.bytes.length < leastBytes || !compressible.test(file.type)) {
    response.end(file.bytes);
    return;
  }
  response.setHeader('content-encoding', coding);
  response.end((file.coded[coding] ??= compress[coding](file.bytes)));
}

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './handlers.ts';

const page = 'member/pass.html';
const script = '/visits/pass/show-pass.ts';

/** Returns the files of the access pass page, with a digest for names without a hash. */
export function filesOfPass(site: string): { url: string; revision: string | null }[] {
  const html = readFileSync(join(site, page), 'utf8');
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  const revision = createHash('sha256').update(html).digest('hex').slice(0, 20);
  return [{ url: `/${page}`, revision }, ...[...new Set(assets)].map((url) => ({ url, revision: null }))];
}

/**
 * Builds the access pass page, which shares no code with the portal to stay small, and its service worker, which is
 * limited to /member.
 */
export async function buildPass(site: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: [join(root, 'web', script)],
    outdir: join(site, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
  });
  const created = Object.keys(metafile.outputs).map((file) => `/assets/${basename(file)}`);
  const [code = '', sheet = ''] = ['.js', '.css'].map((end) => created.find((file) => file.endsWith(end)));
  const html = readFileSync(join(root, 'web', page), 'utf8');
  mkdirSync(join(site, 'member'), { recursive: true });
  writeFileSync(
    join(site, page),
    html.replace(script, code).replace('</head>', `  <link rel="stylesheet" href="${sheet}" />\n  </head>`),
  );
  await build({
    entryPoints: [join(root, 'web/visits/pass/worker.ts')],
    outfile: join(site, 'member/pass-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    define: { passFiles: JSON.stringify(filesOfPass(site)), 'process.env.NODE_ENV': '"production"' },
  });
}

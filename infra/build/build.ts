import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { publicPages } from './site-pages.mjs';
import { prerenderedPage, prerenderedPaths } from './page-address.ts';
import { build as bundleScript } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { root, allHandlers } from './handlers.ts';
import { parseArgs } from 'node:util';
import { bundle, handlersFolder } from './bundle.ts';
import { siteLibraryTrims } from './library-trims.ts';
import { writeContract } from './contract-lines.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Renders every public page into the built site, so that visitors on slow phones and search engines read it before its
 * code loads. The browser then hydrates it (web/main.tsx).
 */
async function prerenderPages(site: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wellport-draw-'));
  try {
    await build({
      configFile: 'web/vite.config.ts',
      plugins: [siteLibraryTrims()],
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: 'prerender/prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
      },
    });
    const entry = pathToFileURL(join(folder, 'prerender.js')).href;
    const { prerender, logInTemplate, formTemplates } = (await import(entry)) as {
      prerender: (path: string) => Promise<string | undefined>;
      logInTemplate: () => string;
      formTemplates: () => string;
    };
    const font = (await readdir(join(site, 'assets'))).find((name) => name.startsWith('inter-latin-wght'));
    if (!font) throw new Error('The built site contains no font.');
    const built = await readFile(join(site, 'index.html'), 'utf8');
    const index = replaced(built, '</body>', `${logInTemplate()}</body>`);
    const frame = prerenderedFrame(index, font);
    await writeFile(join(site, 'index.html'), replaced(index, '</body>', `${formTemplates()}</body>`));
    for (const path of prerenderedPaths) {
      const markup = await prerender(path);
      if (markup === undefined) throw new Error(`The page ${path} could not be prerendered.`);
      const file = join(site, prerenderedPage(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, pageOf(frame, path, markup));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the frame of prerendered pages, which load code after the first paint (web/public/before-paint.js). */
function prerenderedFrame(index: string, font: string): string {
  const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/.exec(index);
  if (!entry) throw new Error('index.html references no code');
  const parts = [...index.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g)];
  const still = [entry, ...parts].reduce((text, [tag]) => text.replace(tag, ''), index);
  const code = [entry, ...parts].map(([, address]) => address).join(' ');
  return replaced(
    still,
    '<script src="/before-paint.js"></script>',
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${font}" />
    <script src="/before-paint.js" data-code="${code}"></script>`,
  );
}

function replaced(text: string, pattern: RegExp | string, what: string): string {
  const after = text.replace(pattern, () => what);
  if (after === text) throw new Error(`index.html has no place for ${what.slice(0, 40)}`);
  return after;
}

function pageOf(frame: string, path: string, markup: string): string {
  const { label = '', description = '' } = publicPages.find((page) => page.path === path) ?? {};
  const titled = replaced(frame, /<title>[^<]*<\/title>/, `<title>${escaped(label)} | Wellport</title>`);
  const described = replaced(
    titled,
    /<meta\s+name="description"[^>]*>/,
    `<meta name="description" content="${escaped(description)}" />`,
  );
  return replaced(described, '<div id="root"></div>', `<div id="root" data-prerendered>${markup}</div>`);
}

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
async function buildPass(site: string): Promise<void> {
  const { metafile } = await bundleScript({
    entryPoints: [join(root, 'web', script)],
    outdir: join(site, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    metafile: true,
    loader: { '.woff2': 'file' },
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
    format: 'esm',
    target: 'es2022',
  });
  const created = Object.keys(metafile.outputs).map((file) => `/assets/${basename(file)}`);
  const [code = '', sheet = '', font = ''] = ['.js', '.css', '.woff2'].map((end) =>
    created.find((file) => file.endsWith(end)),
  );
  const links = `<link rel="stylesheet" href="${sheet}" />
    <link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`;
  const html = readFileSync(join(root, 'web', page), 'utf8');
  mkdirSync(join(site, 'member'), { recursive: true });
  writeFileSync(join(site, page), html.replace(script, code).replace('</head>', `  ${links}\n  </head>`));
  await bundleScript({
    entryPoints: [join(root, 'web/visits/pass/worker.ts')],
    outfile: join(site, 'member/pass-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    define: { passFiles: JSON.stringify(filesOfPass(site)), 'process.env.NODE_ENV': '"production"' },
  });
}

const signedIn = ['web/routes/page-routes.tsx'];
/** Modules that the first page of a user loads, by the beginning of its address. */
const modulesOfAreas: Readonly<Record<string, readonly string[]>> = {
  '/member/': ['web/routes/member-bar.tsx', 'web/members/MemberHomePage.tsx', ...signedIn],
  '/partnermanager/': ['web/routes/user-areas.ts', ...signedIn],
  '/facilitymanager/': ['web/routes/user-areas.ts', ...signedIn],
  '/admin/': ['web/routes/routes.tsx', ...signedIn],
};

/** Returns the files of areas, which load beside the entry (web/public/before-paint.js) instead of after it. */
function codeOfAreas(files: Rolldown.RolldownOutput['output']): Record<string, string[]> {
  const chunks = files.filter((file) => file.type === 'chunk');
  const isStarted = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  return Object.fromEntries(
    Object.entries(modulesOfAreas).map(([path, modules]) => {
      const names = new Set<string>();
      const add = (name: string): void => {
        if (isStarted.has(name) || names.has(name)) return;
        names.add(name);
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(imported);
      };
      for (const module of modules) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
        if (!chunk) throw new Error(`No file of the site contains ${module}.`);
        add(chunk.fileName);
      }
      return [path, [...names].map((name) => `/${name}`)];
    }),
  );
}

/** Builds the production site, by default into dist/web, and prerenders every public page. */
export async function buildSite(outDir = join(root, 'dist/web')): Promise<void> {
  process.chdir(root);
  const stage = process.env.NODE_ENV;
  // the development build of React is a third larger
  process.env.NODE_ENV = 'production';
  try {
    const built = await build({
      configFile: 'web/vite.config.ts',
      plugins: [siteLibraryTrims()],
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
    if (!('output' in built)) throw new Error('The site was not built.');
    await buildPass(outDir);
    await prerenderPages(outDir);
    const index = join(outDir, 'index.html');
    const areas = escaped(JSON.stringify(codeOfAreas(built.output)));
    await writeFile(
      index,
      replaced(
        await readFile(index, 'utf8'),
        '<script src="/before-paint.js">',
        `<script src="/before-paint.js" data-areas="${areas}">`,
      ),
    );
    writeContract(outDir);
  } finally {
    process.env.NODE_ENV = stage;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { maps: { type: 'boolean', default: false } } });
  await buildSite();
  const { outputs } = await bundle(allHandlers, { maps: values.maps });
  const sizes = Object.entries(outputs)
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([, { bytes }]) => bytes)
    .toSorted((left, other) => left - other);
  const kilobytes = (bytes = 0) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `The site is in dist/web; ${sizes.length} handlers are in ${handlersFolder}, ${kilobytes(sizes[0])} to ${kilobytes(sizes.at(-1))} each.`,
  );
}

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { publicPages } from './site-pages.mjs';
import { prerenderedPage, prerenderedPaths } from './page-address.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Renders every public page into the built site, so that visitors on slow phones and search engines read it before its
 * code loads. The browser then hydrates it (web/main.tsx).
 */
export async function prerenderPages(site: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wellport-draw-'));
  try {
    await build({
      configFile: 'web/vite.config.ts',
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
    const { prerender } = (await import(entry)) as {
      prerender: (path: string) => Promise<string | undefined>;
    };
    const font = (await readdir(join(site, 'assets'))).find((name) => name.startsWith('inter-latin-wght'));
    if (!font) throw new Error('The built site contains no font.');
    const frame = prerenderedFrame(await readFile(join(site, 'index.html'), 'utf8'), font);
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

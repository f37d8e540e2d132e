import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

export type Screen = 'pieces' | 'form' | 'table' | 'states';

/** The gallery, built and opened in a real browser; a visit ends the one before. */
export interface Gallery {
  visit: (screen: Screen, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const configFile = join(import.meta.dirname, 'vite.config.ts');
  const outDir = await mkdtemp(join(tmpdir(), 'wellport-gallery-'));
  await build({ configFile, build: { outDir, minify: false } });
  const server = await preview({ configFile, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error('The gallery has no address.');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: flags.split(' '),
  });
  let context: BrowserContext | undefined;
  return {
    visit: async (screen, options) => {
      await context?.close();
      context = await browser.newContext({ viewport: { width: 1366, height: 900 }, ...options });
      const page = await context.newPage();
      await page.goto(`${address}#/${screen === 'pieces' ? '' : screen}`);
      await page.locator('h1:not([data-stand-in])').waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { startBrowser } from '../../support/browser.ts';
import { contextPool } from '../../support/context-pool.ts';
import { madeOnce } from '../../support/once.ts';

export type Screen = 'pieces' | 'form' | 'table' | 'states';

export interface Gallery {
  visit: (screen: Screen, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const configFile = join(import.meta.dirname, 'vite.config.ts');
  const outDir = await madeOnce('gallery', (folder) =>
    build({ configFile, build: { outDir: folder, minify: false } }),
  );
  const server = await preview({ configFile, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error('The gallery has no address.');
  const browser = await startBrowser();
  const takeContext = contextPool(browser, { anchor: `${address}favicon.svg` });
  let context: BrowserContext | undefined;
  return {
    visit: async (screen, options) => {
      await context?.close();
      context = await takeContext(options);
      const page = await context.newPage();
      await page.goto(`${address}#/${screen === 'pieces' ? '' : screen}`);
      await page.locator('h1:not([data-stand-in])').waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

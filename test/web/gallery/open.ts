import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { afterEach, expect } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { contextPool } from '../../support/context-pool.ts';
import { madeOnce } from '../../support/once.ts';

export type Screen = 'pieces' | 'form' | 'table' | 'states';

export interface Gallery {
  visit: (screen: Screen, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
}

const warnings: string[] = [];
/** StatesPage.tsx shows the error boundary. */
const deliberate = /Cannot read the period/;
afterEach(() => {
  expect(warnings.splice(0), 'console errors, for example warnings of React').toEqual([]);
});

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
      page.on('console', (message) => {
        if (message.type() === 'error' && !deliberate.test(message.text())) warnings.push(message.text());
      });
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

import { listen } from '../../support/listen.ts';
import { createServer } from 'node:http';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { builtSite } from '../../../infra/local/built-site.ts';
import { site as calls } from '../../../shared/contracts/site.ts';
import { startBrowser } from '../../support/browser.ts';
import { askForFrame, builtFolder } from '../../support/built-folder.ts';
import { call } from '../../support/call.ts';
import { contextPool } from '../../support/context-pool.ts';

export interface OpenSite {
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  errors: string[];
  close: () => Promise<void>;
}

export async function openSite(): Promise<OpenSite> {
  const built = builtSite(await builtFolder());
  const server = createServer((request, response) => {
    askForFrame(request);
    built.serve(request, response);
  });
  const address = await listen(server);
  const browser = await startBrowser();
  const errors: string[] = [];
  let context: BrowserContext | undefined;
  const takeContext = contextPool(browser, {
    anchor: `${address}/favicon.svg`,
    prepare: async (context) => {
      await context.route('**/api/**', async (route) => {
        if (!route.request().url().endsWith(calls.authorizedAgentDesignationForm.path))
          return route.fulfill({ status: 404, json: { message: 'Resource not found.' } });
        const { status, headers, bytes } = await call(calls.authorizedAgentDesignationForm, undefined);
        return route.fulfill({ status, headers: headers as Record<string, string>, body: bytes });
      });
      // consent is already stored, so that the banner covers nothing
      await context.addInitScript(([name, choice]) => localStorage.setItem(name, choice), [
        'wellport:consent',
        JSON.stringify({ version: 1, date: '2026-01-05T15:00:00.000Z' }),
      ] as const);
    },
  });
  return {
    errors,
    visit: async (path, options) => {
      await context?.close();
      errors.length = 0;
      context = await takeContext({ baseURL: address, ...options });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(path);
      await page.locator('h1:not([data-stand-in])').waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { listen } from '../support/listen.ts';
import { getRequestListener } from '@hono/node-server';
import { Hono } from '../../infra/local/tools/hono.mjs';
import { createServer } from 'node:http';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { gateway } from '../../infra/local/gateway.ts';
import type { Ports } from '../../infra/local/ports.ts';
import { builtSite } from '../../infra/local/built-site.ts';
import { startBrowser } from '../support/browser.ts';
import { askForFrame, builtFolder } from '../support/built-folder.ts';
import { contextPool } from '../support/context-pool.ts';
import { findUserByEmail } from '../../functions/users/store.ts';
import { password, recordOwnSession } from '../users/person.ts';
import { storedLogin } from './stored-login.ts';

export interface Portal {
  address: string;
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  visitAs: (email: string, path: string, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
}

export async function signIn(page: Page, email: string, enteredPassword = password): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('textbox', { name: 'Username or email' }).fill(email);
  await popup.getByRole('textbox', { name: 'Password' }).fill(enteredPassword);
  await popup.getByRole('button', { name: 'Log in' }).click();
}

export async function confirmIdentity(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function openPortal(): Promise<Portal> {
  const site = builtSite(await builtFolder());
  const people = Number(new URL(process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? '').port);
  const ports = { people } as Ports;
  const app = new Hono();
  app.route('/', gateway(ports, site.load));
  const api = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (/^\/(api|local)\//.test(request.url ?? '')) void api(request, response);
    else {
      askForFrame(request);
      site.serve(request, response);
    }
  });
  const address = await listen(server);
  process.env.SITE_ADDRESS = address;
  const browser = await startBrowser();
  const takeContext = contextPool(browser, { anchor: `${address}/favicon.svg` });
  const visit: Portal['visit'] = async (path, options) => {
    const context = await takeContext(options);
    const page = await context.newPage();
    await page.goto(address + path);
    return page;
  };
  return {
    address,
    visit,
    visitAs: async (email, path, options) => {
      const storageState = await storedLogin(address, email, password);
      const user = await findUserByEmail(email);
      if (user) await recordOwnSession(user);
      const page = await visit(path, { ...options, storageState });
      await page.locator('.account-button').waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Opens the portal before the tests of a file, and closes it after them. */
export function usePortal(): Portal {
  const portal: Partial<Portal> = {};
  beforeAll(async () => Object.assign(portal, await openPortal()));
  afterAll(() => portal.close?.());
  return portal as Portal;
}

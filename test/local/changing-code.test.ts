import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { freePorts, folderWithDemo, freshFolder, startPortalIn, type Portal } from '../support/portal.ts';

function copyOfTheCode(): string {
  const folder = freshFolder();
  for (const part of ['shared', 'functions', 'infra', 'web', 'package.json', 'tsconfig.json', '.nvmrc'])
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

let checkout: string;
let portal: Portal | undefined;
beforeAll(async () => {
  checkout = copyOfTheCode();
  portal = await startPortalIn(checkout, await freePorts(), await folderWithDemo());
});
afterAll(async () => portal?.stop());

/** Saves a file after a pause: watchers merge two saves within a few milliseconds. */
const edit = async (file: string, before: string, after: string): Promise<void> => {
  await new Promise((wake) => setTimeout(wake, 250));
  const path = join(checkout, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  writeFileSync(path, text.replace(before, after));
};

const states = async (): Promise<string> => (await fetch(`${portal?.address}/api/states/list`)).text();

describe('while the portal runs', () => {
  it('a changed rule and a changed handler apply to the next requests', async () => {
    expect(await states()).toContain('"Minnesota"');
    await edit('shared/states.ts', 'Minnesota', 'Lake State');
    await expect.poll(states).toContain('"Lake State"');
    await edit('functions/site/handlers.ts', '[...states]', 'states.slice(0, 2)');
    await expect.poll(async () => JSON.parse(await states()).length).toBe(2);
  });

  it('a broken handler reports its error and works again after the fix', async () => {
    await edit('functions/site/handlers.ts', 'states.slice(0, 2)', 'states.slice(0,');
    const status = async () => (await fetch(`${portal?.address}/api/states/list`)).status;
    await expect.poll(status).toBe(500);
    await edit('functions/site/handlers.ts', 'states.slice(0,', 'states.slice(0, 3)');
    await expect.poll(status).toBe(200);
  });

  it('a changed page reloads in the browser automatically', async () => {
    const browser = await startBrowser();
    const page = await browser.newPage();
    await page.goto(`${portal?.address}/healthcheck`);
    await page.getByRole('heading', { name: 'OK!' }).waitFor();
    await edit('web/site/legal/HealthcheckPage.tsx', 'OK!', 'All is well');
    await page.getByRole('heading', { name: 'All is well' }).waitFor();
    await browser.close();
  });
});

import { listen } from './listen.ts';
import { createServer } from 'node:http';
import { chromium, type Browser, type BrowserServer, type LaunchOptions, type Page } from 'playwright-core';
import { chromiumPath, installBrowser } from './tools.ts';
import { whenATestFails } from './when-a-test-fails.ts';

export const chromiumFlags: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launchOptions = (): LaunchOptions => ({ executablePath: chromiumPath(), args: [...chromiumFlags] });

// a selected file fails sooner than a whole run on a busy machine
const pageTimeoutMs = Number(process.env.PAGE_TIMEOUT_MS ?? 60_000);

/** Returns the shared Chromium of the run, or a new one. Closing it closes only the caller’s contexts. */
export async function startBrowser(): Promise<Browser> {
  const { BROWSER_DOOR: door } = process.env;
  const browser = door
    ? await chromium.connect(await (await fetch(door)).text())
    : await chromium.launch(launchOptions());
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // clicks wait for the end of animations
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(pageTimeoutMs);
    return context;
  };
  whenATestFails.push(async () => {
    for (const page of browser.contexts().flatMap((context) => context.pages())) await tellOf(page);
  });
  return browser;
}

async function tellOf(page: Page): Promise<void> {
  if (page.url().endsWith('/favicon.svg')) return;
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error));
  console.error(`Open when the test failed: ${page.url()}\n${shown.slice(0, 6000)}`);
}

/** Shares one Chromium among all test files of a run. */
export async function offerBrowser(): Promise<() => Promise<void>> {
  let running: Promise<BrowserServer> | undefined;
  const door = createServer((_, response) => {
    running ??= installBrowser().then(() => chromium.launchServer(launchOptions()));
    running.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  process.env.BROWSER_DOOR = await listen(door);
  return async () => {
    door.close();
    await (await running)?.close();
  };
}

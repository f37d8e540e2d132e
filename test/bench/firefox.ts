import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { freePorts, startPortal } from '../support/portal-process.ts';
import { print, type Line } from './measure.ts';

const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const roles = ['admin', 'manager', 'member', 'paying', 'club'] as const;
const password = 'Wellport2026';

/**
 * Opens every menu entry of every role in Firefox, over the sources with React's development checks. A line does not
 * hold if a page has no heading, or if the console reports an error.
 */
export async function benchFirefox(): Promise<Line[]> {
  installFirefox();
  const data = mkdtempSync(join(tmpdir(), 'wellport-firefox-'));
  const portal = await startPortal(await freePorts(), data);
  try {
    return await walkAll(portal.address);
  } finally {
    await portal.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function walkAll(address: string): Promise<Line[]> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: firefoxPath,
    headless: true,
    protocolTimeout: 180_000,
  });
  const lines: Line[] = [];
  try {
    for (const role of roles) lines.push(await walk(browser, address, role));
  } finally {
    await browser.close();
  }
  print('Menus in Firefox', lines);
  return lines;
}

async function walk(browser: Browser, address: string, role: string): Promise<Line> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: 1366, height: 900 });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${new URL(page.url()).pathname}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${new URL(page.url()).pathname}: ${String(error)}`));
  await logIn(page, address, role);
  const seen = await menuOf(page);
  // a section lists its pages once it is open
  for (const path of seen) {
    await page.goto(address + path);
    await page
      .waitForSelector('main h1:not([data-stand-in])')
      .catch(() => errors.push(`${path}: no heading`));
    await page.waitForNetworkIdle({ idleTime: 300 }).catch(() => errors.push(`${path}: keeps loading`));
    for (const found of await menuOf(page)) seen.add(found);
  }
  await context.close();
  return {
    what: `${role}: ${seen.size} pages`,
    value: `${errors.length} errors`,
    bound: ['no errors', ...new Set(errors)].join('\n      '),
    holds: errors.length === 0 && seen.size > 3,
  };
}

async function logIn(page: Page, address: string, role: string): Promise<void> {
  await page.goto(`${address}/?login=true`);
  await page.locator('dialog [name=userName]').fill(`${role}@wellport.test`);
  await page.locator('dialog [name=password]').fill(password);
  await page.locator('dialog form [type=submit]').click();
  // the menu loads after the login
  await page.waitForSelector(':is(.part-pages, .member-bar) a');
}

/** Returns the paths in the menus: sidebar, tabs, and header, each address once. */
async function menuOf(page: Page): Promise<Set<string>> {
  const links = await page.$$eval(':is(.part-pages, .member-bar, .tabs) a[href^="/"]', (all) =>
    all.flatMap((link) => link.getAttribute('href') ?? []),
  );
  return new Set(links.map((link) => link.split(/[?#]/)[0] ?? ''));
}

function installFirefox(): void {
  if (existsSync(firefoxPath)) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) throw new Error('Install Firefox and set FIREFOX to its path.');
  console.log('Installing Firefox.');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

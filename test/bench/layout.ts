import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { buildSite } from '../../infra/build/build.ts';
import { demoMemberId } from '../../infra/local/demo/members.ts';
import { demoPassword } from '../../infra/local/demo/scenario.ts';
import { activated } from '../../shared/members/member.ts';
import { paths } from '../../web/app/addresses.ts';
import { startBrowser } from '../support/browser.ts';
import { freePorts, startPortal } from '../support/portal-process.ts';
import { print, type Line } from './measure.ts';

/** Web Vitals: a good page shifts by at most 0.1. */
const mostShift = 0.1;
const slowdown = 4;

const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

const parameters: Record<string, string> = {
  ':partnerId': '1',
  ':facilityId': '3101',
  ':memberId': demoMemberId({ partnerId: '1', status: activated, index: 0 }),
};

const users: Record<string, RegExp> = {
  'admin@wellport.test': /^\/(admin|partnerowner)\//,
  'manager@wellport.test': /^\/partnermanager\//,
  'paying@wellport.test': /^\/member\//,
  'club@wellport.test': /^\/facilitymanager\//,
};

/** Routes of a user, including the redirects of parts; pages of records with unknown IDs are omitted. */
const routesOf = (own: RegExp): string[] =>
  Object.values(paths)
    .filter((path) => own.test(path))
    .map((path) => path.replaceAll(/:\w+/g, (name) => parameters[name] ?? name))
    .filter((path) => !path.includes(':'));

/** Layout shift of each signed-in route on a desktop and a phone, on a slow device. */
export async function benchLayout(): Promise<Line[]> {
  await buildSite();
  const data = mkdtempSync(join(tmpdir(), 'wellport-layout-'));
  const portal = await startPortal(await freePorts(), data, '--built');
  const browser = await startBrowser();
  const lines: Line[] = [];
  try {
    for (const [email, own] of Object.entries(users)) {
      const context = await browser.newContext();
      const page = await signedIn(context, portal.address, email);
      for (const viewport of sizes) lines.push(await shiftOf(page, portal.address, viewport, routesOf(own)));
      await context.close();
    }
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(data, { recursive: true, force: true });
  }
  print('Layout shift', lines);
  return lines;
}

export async function signedIn(context: BrowserContext, address: string, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(address);
  await page.getByRole('button', { name: 'Log in' }).first().click();
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('textbox', { name: 'Username or email' }).fill(email);
  await popup.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await popup.getByRole('button', { name: 'Log in' }).click();
  await popup.waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.pathname !== '/');
  return page;
}

interface Observed {
  shift: number;
  slowest: number;
}

/** Runs in the page: sums unexpected layout shifts and stores the longest interaction. */
export function observe(): void {
  const seen: Observed = { shift: 0, slowest: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & {
      interactionId: number;
    })[])
      if (interactionId > 0) seen.slowest = Math.max(seen.slowest, duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
export const observed = (page: Page): Promise<Observed> =>
  page.evaluate(() => (globalThis as unknown as { seen: Observed }).seen);

export async function throttled(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function shiftOf(
  page: Page,
  address: string,
  viewport: (typeof sizes)[number],
  routes: readonly string[],
): Promise<Line> {
  await page.setViewportSize(viewport);
  await throttled(page, slowdown);
  let worst = { path: '', shift: -1 };
  for (const path of routes) {
    await page.goto(address + path);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(500);
    const { shift } = await observed(page);
    if (shift > mostShift) console.log(`  ${path} at ${viewport.width} px shifts by ${shift.toFixed(2)}`);
    if (shift > worst.shift) worst = { path, shift };
  }
  await throttled(page, 1);
  return {
    what: `${routes.length} routes, ${viewport.width} px: ${worst.path}`,
    value: worst.shift.toFixed(3),
    bound: `at most ${mostShift}`,
    holds: worst.shift <= mostShift,
  };
}

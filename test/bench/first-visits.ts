import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildSite } from '../../infra/build.ts';
import { startBrowser } from '../support/browser.ts';
import { freePorts, startPortal } from '../support/portal-process.ts';
import { storedLogin } from '../web/stored-login.ts';
import { print, type Line } from './measure.ts';

const most = { files: 25, kilobytes: 260, paintSeconds: 2.5 };

const homes = [
  ['admin@wellport.test', '/admin/partners/list'],
  ['manager@wellport.test', '/partnermanager/dashboard'],
  ['member@wellport.test', '/member/dashboard/home'],
  ['club@wellport.test', '/facilitymanager/members'],
] as const;

interface Visit {
  files: string[];
  scriptBytes: number;
  calls: number;
}

/**
 * What a signed-in page asks for when nothing is kept from before: its files, calls apart, and its code as it comes,
 * compressed. The built site, served as the CDN does.
 */
export async function benchFirstVisits({ names = false } = {}): Promise<Line[]> {
  await buildSite();
  const data = mkdtempSync(join(tmpdir(), 'wellport-visits-'));
  const portal = await startPortal(await freePorts(), data, '--built');
  const browser = await startBrowser();
  const lines: Line[] = [];
  try {
    for (const [email, path] of homes) {
      const context = await browser.newContext({
        storageState: await storedLogin(portal.address, email, 'Wellport2026'),
        viewport: { width: 1366, height: 900 },
      });
      const page = await context.newPage();
      const wire = await context.newCDPSession(page);
      await wire.send('Network.enable');
      const visit: Visit = { files: [], scriptBytes: 0, calls: 0 };
      const scripts = new Set<string>();
      wire.on('Network.responseReceived', ({ requestId, type, response }) => {
        const { pathname, protocol } = new URL(response.url);
        if (!protocol.startsWith('http')) return;
        if (pathname.startsWith('/api/')) visit.calls += 1;
        else visit.files.push(pathname);
        if (type === 'Script') scripts.add(requestId);
      });
      wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) visit.scriptBytes += encodedDataLength;
        if (names && scripts.has(requestId)) console.log(path, requestId, encodedDataLength);
      });
      await page.goto(portal.address + path);
      await page.locator('.account-button').waitFor();
      await page.waitForLoadState('networkidle');
      if (names) console.log(visit.files.join('\n'));
      await context.close();
      lines.push(...linesOf(path, visit));
    }
    lines.push(await largestPaint(browser, portal.address));
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(data, { recursive: true, force: true });
  }
  print('A first visit, signed in', lines);
  return lines;
}

/** A phone on the slow 4G that Lighthouse names: 150 ms to the server and back, 1.6 Mbit/s; nothing kept from before. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 86_400 };

/** When a member's home has painted its largest part on a phone: the middle of five first visits. */
async function largestPaint(browser: Browser, address: string): Promise<Line> {
  const storageState = await storedLogin(address, 'paying@wellport.test', 'Wellport2026');
  const times: number[] = [];
  for (let visit = 0; visit < 5; visit++) {
    const context = await browser.newContext({ storageState, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', slow4G);
    await page.goto(`${address}/member/dashboard/home`);
    await page.getByText('Next withdrawal').waitFor();
    await page.getByText('Withdrawals From').waitFor();
    await page.waitForLoadState('networkidle');
    times.push(
      await page.evaluate(
        async () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
              type: 'largest-contentful-paint',
              buffered: true,
            });
          }),
      ),
    );
    await context.close();
  }
  const seconds = (times.toSorted((one, other) => one - other)[2] ?? Infinity) / 1000;
  return {
    what: `a member's home on a phone, slow 4G: largest paint`,
    value: `${seconds.toFixed(2)} s`,
    bound: `under ${most.paintSeconds} s`,
    holds: seconds < most.paintSeconds,
  };
}

function linesOf(path: string, { files, scriptBytes, calls }: Visit): Line[] {
  const kilobytes = Math.round(scriptBytes / 1024);
  return [
    {
      what: `${path}: files, beside ${calls} calls`,
      value: String(files.length),
      bound: `at most ${most.files}`,
      holds: files.length <= most.files,
    },
    {
      what: `${path}: code, compressed`,
      value: `${kilobytes} KB`,
      bound: `at most ${most.kilobytes} KB`,
      holds: kilobytes <= most.kilobytes,
    },
  ];
}

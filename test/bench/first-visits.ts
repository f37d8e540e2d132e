import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../infra/build.ts';
import { startBrowser } from '../support/browser.ts';
import { freePorts, startPortal } from '../support/portal-process.ts';
import { storedLogin } from '../web/stored-login.ts';
import { print, type Line } from './measure.ts';

const most = { files: 25, kilobytes: 260 };

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
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(data, { recursive: true, force: true });
  }
  print('A first visit, signed in', lines);
  return lines;
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

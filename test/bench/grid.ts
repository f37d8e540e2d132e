import type { Browser, CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { answerWithRows, loadRows } from '../employees/many-rows.ts';
import { makeWorld } from '../support/world.ts';
import { somebody } from '../users/person.ts';
import { openPortal } from '../web/portal.ts';
import { print, type Line } from './measure.ts';

const frames = 240;

/**
 * The employees grid with very many rows, in the built site: the longest task while they come a page at a time, frames
 * while one scrolls, and whether find-in-page and the accessibility tree know a row far down. Tasks are counted in
 * processor time, which another program on the machine does not lengthen; frames in time.
 */
export async function benchGrid(rows: number): Promise<Line[]> {
  const world = await makeWorld();
  const admin = await somebody({ role: 'systemAdmin' });
  const portal = await openPortal();
  const browser = await startBrowser();
  try {
    const path = `/partnerowner/partners/${world.own.partner.id}/groupmemberships/employeemanagement`;
    const page = await portal.visitAs(admin.email, '/admin/partners/list', {
      viewport: { width: 1366, height: 900 },
    });
    await answerWithRows(page, rows);
    const owner = page.context().browser() ?? browser;
    await page.goto(portal.address + path);
    await page.getByText('Person0', { exact: false }).first().waitFor();
    let frame = Infinity;
    const building = await longestTask(owner, () => loadRows(page, rows));
    const still = await medianFrame(page, 0);
    const scrolling = await longestTask(owner, async () => void (frame = await medianFrame(page, 137)));
    const name = `Ann Person${rows - 124}`;
    const roles = await rolesInTree(page, name);
    const lines: Line[] = [
      bounded(`longest task while ${rows.toLocaleString('en-US')} rows are built, ms`, building.longest, 50),
      bounded('processor time of a frame while one scrolls, ms', scrolling.sum / frames, 17),
      {
        what: 'median frame while one scrolls; while nothing moves, ms',
        value: `${frame.toFixed(1)}; ${still.toFixed(1)}`,
      },
      {
        what: 'tasks over 50 ms of the time that all tasks took',
        value: `${building.over} of ${building.all}`,
      },
      yes(`find-in-page reaches row ${rows - 124}`, await page.evaluate((text) => find(text), name)),
      yes('so does the accessibility tree, as a row header of a table', isInTable(roles)),
      yes(
        'the foot says to narrow the list',
        (await page.getByText('search or narrow the list').count()) === 1,
      ),
    ];
    print('The employees grid', lines);
    return lines;
  } finally {
    await portal.close();
    await browser.close();
  }
}

declare function find(text: string): boolean;

const bounded = (what: string, seen: number, most: number): Line => ({
  what,
  value: seen.toFixed(1),
  bound: `at most ${most}`,
  holds: seen <= most,
});
const yes = (what: string, holds: boolean): Line => ({
  what,
  value: holds ? 'yes' : 'no',
  bound: 'yes',
  holds,
});

const medianFrame = (page: Page, step: number): Promise<number> =>
  page.evaluate(
    async ([count, by]) => {
      const box = document.querySelector('.roster .table-scroll');
      const times: number[] = [];
      if (!box) throw new Error('There is no roster.');
      box.scrollTop = 0;
      let before = performance.now();
      while (times.length < count) {
        box.scrollTop += by;
        const now = await new Promise<number>((frame) => requestAnimationFrame(frame));
        times.push(now - before);
        before = now;
      }
      return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Infinity;
    },
    [frames, step] as const,
  );

const isInTable = (roles: string): boolean =>
  ['rowheader', 'row', 'table'].every((role) => roles.includes(role));

/** What the accessibility tree calls the cell of this name, and what is around it. */
async function rolesInTree(page: Page, name: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { result } = await session.send('Runtime.evaluate', {
    expression: `[...document.querySelectorAll('.roster tbody th')].find((cell) => cell.textContent === '${name}')`,
  });
  const found = await session.send('Accessibility.getPartialAXTree', {
    ...(result.objectId && { objectId: result.objectId }),
    fetchRelatives: true,
  });
  return found.nodes.map(({ role }) => String(role?.value)).join(', ');
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time of the event, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of the page's main thread while some work is done, in milliseconds of processor time. */
async function longestTask(browser: Browser, work: () => Promise<void>) {
  const session = await browser.newBrowserCDPSession();
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: ['toplevel'] },
  });
  await work();
  const ended = new Promise<string>((resolve) => {
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? ''));
  });
  await session.send('Tracing.end');
  const { traceEvents } = JSON.parse(await readAll(session, await ended)) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(({ name, pid, tid, tdur }) => name.endsWith('RunTask') && tdur && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  const longest = tasks.reduce((most, one) => Math.max(most, one), 0);
  return {
    longest,
    sum: tasks.reduce((sum, one) => sum + one, 0),
    over: tasks.filter((one) => one > 50).length,
    all: tasks.length,
  };
}

async function readAll(session: CDPSession, handle: string): Promise<string> {
  const parts: string[] = [];
  for (let isOver = false; !isOver;) {
    const { data, eof } = await session.send('IO.read', { handle });
    parts.push(data);
    isOver = eof;
  }
  return parts.join('');
}

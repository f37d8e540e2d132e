import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { handlersIn } from '../../infra/build/handler-sources.ts';
import { scheduleRunner, schedulesByMinutes, schedulesDue } from '../../infra/local/schedules.ts';
import { scheduledHandlers } from '../../infra/build/schedules.ts';
import { freshFolder } from '../support/portal.ts';

const daily = [
  'bank-files/complete-payments',
  'employees/end-due-memberships',
  'facilities/end-due-statuses',
  'ledger/keep-ledger',
  'accounts/announce-withdrawals',
  'jobs/watch-generations',
  'visits/remind-members',
  'managers/remind-reviewers',
];

const monthly = (after: string, until: string) =>
  schedulesDue(new Date(after), new Date(until))
    .filter(({ handler }) => handler.startsWith('payments/'))
    .map(({ handler, time }) => `${time.toISOString()} ${handler}`);

/** Number of runs that are due between two instants. */
const dueRuns = (after: string, until: string): number =>
  schedulesDue(new Date(after), new Date(until)).length;

it('runs every schedule of AWS, daily or by minutes', () => {
  const due = schedulesDue(new Date('2026-10-20T12:00:00Z'), new Date('2026-11-20T12:00:00Z'));
  const byDay = due.map(({ handler }) => handler);
  const byMinutes = [...schedulesByMinutes.values()].flat();
  expect([...new Set([...byDay, ...byMinutes])].toSorted()).toEqual(scheduledHandlers.toSorted());
  expect(schedulesByMinutes.get(15)?.toSorted()).toEqual([
    'administrators/complete-removals',
    'approvals/announce-to-managers',
    'site/watch-sender',
  ]);
});

it('lists each passed schedule once, in order, at Chicago time', () => {
  expect(monthly('2026-10-20T12:00:00Z', '2026-12-09T12:00:00Z')).toEqual([
    '2026-10-25T05:15:00.000Z payments/generate-next-dues',
    '2026-11-01T05:15:00.000Z payments/generate-current-month',
    '2026-11-09T06:15:00.000Z payments/generate-closed-month',
    '2026-11-25T06:15:00.000Z payments/generate-next-dues',
    '2026-12-01T06:15:00.000Z payments/generate-current-month',
    '2026-12-09T06:15:00.000Z payments/generate-closed-month',
  ]);
  expect(monthly('2026-12-09T06:15:00Z', '2026-12-10T00:00:00Z')).toEqual([]);
  const first = schedulesDue(new Date('2026-11-30T12:00:00Z'), new Date('2026-12-01T12:00:00Z'));
  expect(first.map(({ handler }) => handler)).toEqual(['payments/generate-current-month', ...daily]);
});

it('runs a schedule that covers its month only in the last passed night of each month', () => {
  const nights = schedulesDue(new Date('2026-10-20T12:00:00Z'), new Date('2026-12-09T12:00:00Z'))
    .filter(({ handler }) => handler === 'ledger/keep-ledger')
    .map(({ time }) => time.toISOString());
  expect(nights).toEqual([
    '2026-10-31T05:45:00.000Z',
    '2026-11-30T06:45:00.000Z',
    '2026-12-09T06:45:00.000Z',
  ]);
});

it('runs due schedules when the clock moves ahead, and none twice after a restart', async () => {
  const folder = freshFolder();
  const ran: string[] = [];
  let instant = '2026-11-24T18:00:00Z';
  const load = async (path: string) =>
    Object.fromEntries(
      handlersIn(path.slice(1), readFileSync(path.slice(1), 'utf8')).map(([handler, exportName]) => [
        exportName,
        async ({ time }: { time: string }) => {
          ran.push(`${time.slice(0, 10)} ${handler}`);
          if (handler.includes('generate-current-month')) throw new Error('it broke');
        },
      ]),
    );
  const start = () =>
    scheduleRunner({ load, folder, now: () => new Date(instant), settled: async () => undefined });
  const run = start();
  await run();
  expect(ran).toEqual([]);
  instant = '2026-11-25T18:00:00Z';
  await Promise.all([run(), run()]);
  expect(ran).toEqual(['payments/generate-next-dues', ...daily].map((name) => `2026-11-25 ${name}`));
  ran.length = 0;
  instant = '2026-12-01T18:00:00Z';
  await start()();
  await start()();
  const due = dueRuns('2026-11-25T18:00:00Z', '2026-12-01T18:00:00Z');
  expect(ran).toHaveLength(due);
  const firstOfMonth = ['payments/generate-current-month', ...daily];
  expect(ran.slice(-firstOfMonth.length)).toEqual(firstOfMonth.map((name) => `2026-12-01 ${name}`));
  instant = '2026-11-30T18:00:00Z';
  await start()();
  expect(ran).toHaveLength(due);
  instant = '2026-12-01T18:00:00Z';
  await start()();
  expect(ran).toHaveLength(due + dueRuns('2026-11-30T18:00:00Z', '2026-12-01T18:00:00Z'));
});

it('refuses to start with a damaged record of schedules, and does not write a half one', async () => {
  const folder = freshFolder();
  const file = join(folder, 'schedules.json');
  const load = async () => ({ handler: async () => undefined });
  const now = () => new Date('2026-11-24T18:00:00Z');
  const start = () => scheduleRunner({ load, folder, now, settled: async () => undefined });
  await start()();
  const stored = readFileSync(file, 'utf8');
  expect(stored).toBe('{"ranUntil":"2026-11-24T18:00:00.000Z"}');
  for (const damaged of ['', stored.slice(0, 20), '{}', 'null', '{"ranUntil":"soon"}']) {
    writeFileSync(file, damaged);
    expect(start).toThrow(/is damaged/);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  }
});

import { addPeriods } from '../../shared/calendar.ts';
import { sharesExpected, type Shares } from './invariants.ts';
import type { World } from './world.ts';

/** Months of a date, relative to its own. */
export const periodAt = (date: string, offset: number): string =>
  addPeriods(date.slice(0, 7).replace('-', ''), offset);

/**
 * Moves to the morning and asserts that the payments of the closed month, or of the current one where partners pay ahead,
 * were generated.
 */
export async function assertGenerated(world: World, date: string): Promise<void> {
  const { portal, observed, partners } = world;
  // the generations run at 00:15 in Chicago
  await portal.moveTo(`${date}T05:00:00Z`);
  const isFirst = date.endsWith('-01');
  const last = periodAt(date, isFirst ? 0 : -1);
  // partners that pay ahead pay from the first of the month after the launch
  const months = Array.from({ length: 24 }, (_, index) => addPeriods(last, index - 23)).filter(
    (month) => month >= (isFirst ? '202602' : '202601'),
  );
  const expectations = partners.flatMap((partner) =>
    (isFirst ? sharesAhead : sharesAfter)[partner.terms.type].map((shares) =>
      sharesExpected(world, partner, { ...shares, months }),
    ),
  );
  await portal.moveTo(`${date}T14:00:00Z`);
  // what a crash interrupted is resumed within minutes
  for (
    let wait = 0;
    wait < 6 && [...observed.jobs.values()].some(({ status }) => status === 'running');
    wait++
  )
    await portal.moveTo(new Date(portal.cloud.now.getTime() + 15 * 60_000).toISOString());
  for (const assertExpected of expectations) assertExpected();
}

type SharesByProgram = Record<1 | 2 | 3, Omit<Shares, 'months'>[]>;
const facilities = { kind: 'facility', type: 3, fee: 0, perMember: true } as const;
const fees = { kind: 'partner', type: 4, fee: 250_00, perMember: false } as const;

const sharesAhead: SharesByProgram = { 1: [], 2: [fees], 3: [fees] };
const sharesAfter: SharesByProgram = {
  1: [facilities, { ...fees, perMember: true }],
  2: [facilities],
  3: [facilities, { kind: 'partner', type: 5, fee: 0, perMember: true }],
};

import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { beginNewProcess } from '../../functions/platform/process-memory.ts';
import { rangeLimits } from '../../shared/payments/range-limits.ts';
import { addDays } from '../../shared/calendar.ts';
import { busyness, runDay } from './days.ts';
import { SimulatedBank } from './bank.ts';
import { Cloud } from './cloud.ts';
import type { Faults } from './faults.ts';
import { fail } from './violation.ts';
import { createWorld, type World } from './world.ts';

/** What can happen besides enrollments, visits, and payments. */
export const eventKinds = [
  'transfers',
  'leavers',
  'leavers files',
  'returning members',
  'key fobs',
  'new accounts',
  'holds',
  'corrections',
  'decisions',
  'late reports',
  'withdrawn visits',
  'missing visits',
  'changes of terms',
  'returns',
  'repeats',
  'reversals',
  'lost files',
  'prenotes',
  'roster files',
  'vouchers',
  'notices',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** A simulation; equal options have equal outcomes. */
export interface Options {
  seed: number;
  days: number;
  /** Number of members at most. */
  members: number;
  faults: Faults;
  /** Kinds of events that happen. */
  events: readonly EventKind[];
  /** Members of a range of a generation, and payments of a step of a check, as if all were large; those of production if undefined. */
  rangeMembers?: number;
}

export interface Outcome {
  /** SHA-256 of all state and files. */
  digest: string;
  calls: number;
  members: number;
  payments: number;
}

/** A violated invariant with the options and the latest events. */
export class SimulationFailed extends Error {
  readonly options: Options;
  readonly violation: string;

  constructor(options: Options, error: unknown, events: readonly string[]) {
    const violation = error instanceof Error ? error.message : String(error);
    super(
      `${violation}\n${JSON.stringify(options)}\n${events.slice(-Number(process.env.SIMULATION_EVENTS ?? 50)).join('\n')}`,
      { cause: error },
    );
    this.options = options;
    this.violation = violation;
  }
}

/** Simulates days of business and asserts the invariants after each turn. Throws SimulationFailed. */
export async function simulate(options: Options, onDay: (date: string) => void = () => {}): Promise<Outcome> {
  beginNewProcess();
  const cloud = new Cloud(options.seed, '2026-01-02T15:00:00Z');
  const restore = cloud.install();
  let world: World | undefined;
  let days = 0;
  if (!environmentBankSettings) throw new Error('no bank settings');
  const usual = { ...rangeLimits };
  const { paymentsAtOnce } = environmentBankSettings;
  if (options.rangeMembers !== undefined) {
    Object.assign(rangeLimits, { members: options.rangeMembers, undivided: 0 });
    environmentBankSettings.paymentsAtOnce = options.rangeMembers;
  }
  try {
    world = await createWorld(cloud);
    cloud.faults = options.faults;
    const bank = new SimulatedBank(
      options.events.includes('returns') ? 0.04 * Math.min(3, busyness(options.members)) : 0,
      { repeats: options.events.includes('repeats'), loses: options.events.includes('lost files') },
    );
    let date = cloud.now.toISOString().slice(0, 10);
    for (days = 1; days <= options.days; days++) {
      date = addDays(date, 1);
      await runDay(world, bank, date, options);
      onDay(date);
    }
    // what holds in a portal that sends nothing proves nothing
    if (options.days >= 60 && world.observed.bankFiles.size === 0) fail('no bank file was sent');
    const { size } = world.observed.payments;
    return { digest: cloud.digest(), calls: cloud.calls, members: world.members.length, payments: size };
  } catch (error) {
    throw new SimulationFailed({ ...options, days }, error, world?.portal.events ?? []);
  } finally {
    restore();
    Object.assign(rangeLimits, usual);
    environmentBankSettings.paymentsAtOnce = paymentsAtOnce;
  }
}

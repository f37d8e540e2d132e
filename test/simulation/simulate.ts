import { addDays } from '../../shared/calendar.ts';
import { sendDuePayments, SimulatedBank } from './bank.ts';
import { Cloud, type Faults } from './cloud.ts';
import { assertDay, assertLedger, assertModel } from './invariants.ts';
import { checkIn, enroll, leave, leaveByFile, replaceAccount, transfer } from './members.ts';
import { createWorld, hire, type SimulatedMember, type World } from './world.ts';

/** What can happen besides enrollments, visits, and payments. */
export const eventKinds = [
  'transfers',
  'leavers',
  'leavers files',
  'new accounts',
  'returns',
  'repeats',
] as const;
type EventKind = (typeof eventKinds)[number];

/** A simulation; equal options have equal outcomes. */
export interface Options {
  seed: number;
  days: number;
  faults: Faults;
  /** Kinds of events that happen. */
  events: readonly EventKind[];
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
    super(`${violation}\n${JSON.stringify(options)}\n${events.slice(-50).join('\n')}`, { cause: error });
    this.options = options;
    this.violation = violation;
  }
}

/** Simulates days of business and asserts the invariants after each day. Throws SimulationFailed. */
export async function simulate(options: Options, onDay: (date: string) => void = () => {}): Promise<Outcome> {
  const cloud = new Cloud(options.seed, '2026-01-02T15:00:00Z');
  const restore = cloud.install();
  let world: World | undefined;
  try {
    world = await createWorld(cloud);
    cloud.faults = options.faults;
    const bank = new SimulatedBank(
      options.events.includes('returns') ? 0.03 : 0,
      options.events.includes('repeats'),
    );
    let date = cloud.now.toISOString().slice(0, 10);
    for (let day = 0; day < options.days; day++) {
      date = addDays(date, 1);
      await runDay(world, bank, date, options);
      onDay(date);
    }
    const payments = [...cloud.table.all()].filter(({ entity }) => entity === 'payment').length;
    return { digest: cloud.digest(), calls: cloud.calls, members: world.members.length, payments };
  } catch (error) {
    throw new SimulationFailed(options, error, world?.portal.events ?? []);
  } finally {
    restore();
  }
}

async function runDay(world: World, bank: SimulatedBank, date: string, options: Options): Promise<void> {
  const { portal } = world;
  const { random } = portal.cloud;
  await portal.moveTo(`${date}T14:00:00Z`);
  await bank.deliver(world);
  await changeMembers(world, options);
  await portal.moveTo(`${date}T15:30:00Z`);
  const visitors = membersAtClubs(world).filter(() => random() < 0.33);
  for (let times = options.events.includes('repeats') && random() < 0.1 ? 2 : 1; times > 0; times--)
    await checkIn(world, addDays(date, -1), visitors);
  // not every day, so that files are also sent late
  if (random() < 0.35) await sendDuePayments(world);
  bank.read(world);
  assertDay(world);
  // from the 9th, the previous month is closed and its payments are generated
  if (!date.endsWith('-12')) return;
  const previous = addDays(date, -15).slice(0, 7).replace('-', '');
  assertModel(world, previous);
  await assertLedger(world, previous);
}

const membersAtClubs = ({ members }: World): SimulatedMember[] =>
  members.filter(({ facilityId, leftOn }) => facilityId !== undefined && leftOn === undefined);

/** New employees are invited and enroll; members move, leave, and replace refused accounts. */
async function changeMembers(world: World, { events }: Options): Promise<void> {
  const { random } = world.portal.cloud;
  const { members, partners } = world;
  const has = (kind: EventKind) => events.includes(kind);
  const some = (share: number, of = membersAtClubs(world)) => of.filter(() => random() < share);
  for (const partner of partners)
    if (random() < 0.15) await hire(world, partner, 1 + Math.floor(random() * 3));
  const invited = members.filter(
    ({ facilityId, leftOn }) => facilityId === undefined && leftOn === undefined,
  );
  for (const member of some(0.3, invited)) await enroll(world, member);
  if (has('transfers')) for (const member of some(0.004)) await transfer(world, member);
  if (has('leavers')) for (const member of some(0.002)) await leave(world, member);
  if (has('new accounts')) for (const member of some(0.2)) await replaceAccount(world, member);
  if (!has('leavers files') || random() > 0.03) return;
  const partner = partners[Math.floor(random() * partners.length)];
  await leaveByFile(
    world,
    some(
      0.1,
      membersAtClubs(world).filter((member) => member.partner === partner),
    ),
  );
}

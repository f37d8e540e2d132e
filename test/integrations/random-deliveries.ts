import * as fc from 'fast-check';
import { handler as deliver } from '../../functions/integrations/handlers/deliver-webhooks.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { pageOfPast, pageOfWaiting, shardsOf } from '../../functions/integrations/webhooks/queue-store.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { transact } from '../../functions/table/transact.ts';
import { knownVisits, visitAdded } from '../../functions/visits/store.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { letWorkersDie, mortal } from '../support/faults.ts';
import { someMember, someWebhook } from '../support/builders.ts';
import { behaviors, openReceiver, type Behavior, type Received, type Receiver } from './receiver.ts';

const death = fc.option(
  fc.record({
    n: fc.integer({ min: 1, max: 8 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
);
const names = ['accepts', 'fails', 'hangs', 'disappears', 'takes and disappears'] as const;
type Name = (typeof names)[number];

/** A history of changes, deliveries with processes that die, and receivers that hang, fail, or disappear. */
export const deliveryHistories = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), member: fc.nat(2), death }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('visit' as const), member: fc.nat(2), death }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('behave' as const),
        receiver: fc.nat(1),
        turns: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const), death, beside: death }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        minutes: fc.constantFrom(1, 6, 40, 300, 1500, 4400),
      }),
    },
  ),
  { minLength: 8, maxLength: 24 },
);
type Step = typeof deliveryHistories extends fc.Arbitrary<readonly (infer One)[]> ? One : never;
type Death = { n: number; when: 'before' | 'after' } | null;

/** Statuses of the members' changes, with their events. */
const turns = [
  [2, 'member.invited'],
  [4, 'member.enrolled', 'member.activated'],
  [7, 'member.suspended'],
  [4, 'member.activated'],
  [5, 'member.suspended'],
  [4, 'member.activated'],
  [8, 'member.left'],
] as const;

interface Arrival {
  id: string;
  member: string;
  kind: string;
  /** IDs of the member that had arrived, but were not accepted, before this one. */
  overtaken: string[];
}

interface Watched extends Receiver {
  webhookId: string;
  arrivals: Arrival[];
  accepted: Set<string>;
  reset: () => void;
  play: (turns: readonly Name[]) => void;
}

const url = (receiver: Receiver, index: number): string => `${receiver.url}/${index}`;

async function watched(): Promise<Watched & { stop: () => void }> {
  const receiver = await openReceiver();
  const watch: Watched & { stop: () => void } = {
    ...receiver,
    webhookId: '',
    arrivals: [],
    accepted: new Set(),
    reset: () => {
      watch.arrivals = [];
      watch.accepted = new Set();
    },
    play: (played) => {
      let next = 0;
      receiver.behave(((received, response) => {
        const name = played[next++ % played.length] ?? 'accepts';
        arrive(watch, received);
        const takes = name === 'accepts' || name === 'takes and disappears';
        if (takes) watch.accepted.add(received.id);
        behaviors[name === 'takes and disappears' ? 'disappears' : name](received, response);
      }) satisfies Behavior);
    },
  };
  return watch;
}

function arrive(watch: Watched, { id, body }: Received): void {
  if (watch.arrivals.some((arrival) => arrival.id === id)) return;
  const member = String(body.data.memberId);
  const overtaken = watch.arrivals
    .filter((arrival) => arrival.member === member && !watch.accepted.has(arrival.id))
    .map((arrival) => arrival.id);
  watch.arrivals.push({ id, member, kind: body.type, overtaken });
}

export interface Deliveries {
  run: (history: readonly Step[]) => Promise<{ deaths: number; repeated: number; failed: number }>;
  stop: () => void;
}

/** Prepares two receivers, of a partner and of administrators, for histories that run one after the other. */
export async function prepareDeliveries(): Promise<Deliveries> {
  Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });
  letWorkersDie();
  // a receiver that hangs costs the test no time
  const restore = playTimeAndChance({ endAfter: () => AbortSignal.timeout(60) });
  const receivers = [await watched(), await watched()] as const;
  let count = 0;
  return {
    run: (history) => runDeliveries(history, receivers, ++count),
    stop: () => {
      restore();
      for (const receiver of receivers) receiver.stop();
      process.env.CLOCK_SHIFT_MS = '0';
    },
  };
}

const pass = (minutes: number): void => {
  process.env.CLOCK_SHIFT_MS = String(Number(process.env.CLOCK_SHIFT_MS ?? 0) + minutes * 60_000);
};

async function runDeliveries(
  history: readonly Step[],
  receivers: readonly Watched[],
  count: number,
): Promise<{ deaths: number; repeated: number; failed: number }> {
  const prefix = `R${count}x`;
  const members = [0, 1, 2].map((index) => `${prefix}${index}`);
  await useWebhooks(receivers, count);
  for (const id of members)
    await transact(
      ...memberChange(null, someMember(id, '1', { facilityId: '4100', facilityName: 'Harbor' })),
    );
  const committed = new Map<string, string[]>(members.map((id) => [id, []]));
  let [deaths, days] = [0, 0];
  const dying = async (how: Death, work: () => Promise<unknown>): Promise<void> => {
    const { died } = await mortal(how?.n ?? Infinity, how?.when ?? 'before', work);
    if (died) deaths += 1;
  };
  for (const step of history) {
    if (step.do === 'pass') pass(step.minutes);
    else if (step.do === 'behave') receivers[step.receiver]?.play(step.turns);
    else if (step.do === 'deliver') {
      const runs = [step.death, ...(step.beside ? [step.beside] : [])];
      await Promise.all(runs.map((how) => dying(how, () => deliver())));
    } else {
      const id = members[step.member] ?? '';
      const kinds =
        step.do === 'change'
          ? await changeOnce(id, (work) => dying(step.death && { ...step.death, n: 1 }, work))
          : await visitOnce(id, ++days, (work) => dying(step.death && { ...step.death, n: 1 }, work));
      committed.get(id)?.push(...kinds);
    }
  }
  for (const receiver of receivers) receiver.play(['accepts']);
  for (let turn = 0; turn < 60 && (await anyWaiting(receivers)); turn++) {
    await deliver();
    pass(800);
  }
  if (await anyWaiting(receivers)) throw new Error('deliveries still wait');
  let [failed, repeated] = [0, 0];
  for (const receiver of receivers) {
    failed += await mustBeComplete(receiver, committed);
    repeated += receiver.received.length - receiver.arrivals.length;
  }
  return { deaths, repeated, failed };
}

async function useWebhooks(receivers: readonly Watched[], count: number): Promise<void> {
  for (const [index, owner] of (['partner-1', 'all'] as const).entries()) {
    const receiver = receivers[index];
    if (!receiver) continue;
    receiver.reset();
    receiver.received.length = 0;
    receiver.play(['accepts']);
    receiver.webhookId = `${owner}-${String(count).padStart(26, '0')}`;
    const before = await webhooksOf(owner);
    const kinds = [...new Set(turns.flatMap(([, ...events]) => events))];
    const webhook = someWebhook(owner, {
      id: receiver.webhookId,
      url: url(receiver, count),
      kinds: owner === 'all' ? [...kinds, 'visit.counted'] : kinds,
      isActive: true,
    });
    await transact(...webhooksChange(before, [webhook]));
  }
  forgetReceivers();
}

/** Changes a member's status; returns the events if the change was committed, also by a process that died. */
async function changeOnce(
  id: string,
  dying: (work: () => Promise<unknown>) => Promise<void>,
): Promise<string[]> {
  const before = await loadMember(id);
  const [status, ...events] = turns[before.version - 1] ?? [];
  if (status === undefined) return [];
  await dying(() => transact(...memberChange(before, { ...before, invitationStatus: status })));
  return (await loadMember(id)).version > before.version ? events : [];
}

async function visitOnce(
  memberId: string,
  day: number,
  dying: (work: () => Promise<unknown>) => Promise<void>,
): Promise<string[]> {
  const date = `2026-10-${String(day).padStart(2, '0')}`;
  const visit: Visit = {
    memberId,
    partnerId: '1',
    facilityId: '4100',
    facilityName: 'Harbor',
    memberName: memberId,
    date,
    time: '',
    periodId: '202610',
    version: 0,
  };
  await dying(() => transact(...visitAdded(visit)));
  return (await knownVisits([visit])).length > 0 ? ['visit.counted'] : [];
}

async function anyWaiting(receivers: readonly Watched[]): Promise<boolean> {
  for (const { webhookId } of receivers)
    for (let shard = 0; shard < shardsOf(webhookId); shard++)
      if ((await pageOfWaiting(webhookId, shard, { limit: 1 })).rows.length > 0) return true;
  return false;
}

/** Throws if an event was lost, added, or overtaken; returns the number of failed deliveries. */
async function mustBeComplete(receiver: Watched, committed: ReadonlyMap<string, string[]>): Promise<number> {
  const { rows } = await pageOfPast(receiver.webhookId, 'failed', { limit: 1000, now: new Date(0) });
  const failed = new Set(rows.map(({ id }) => id));
  const isOwn = receiver.webhookId.startsWith('partner');
  for (const [member, kinds] of committed) {
    const expected = kinds.filter((kind) => !isOwn || kind !== 'visit.counted');
    const arrivals = receiver.arrivals.filter((arrival) => arrival.member === member);
    const found = arrivals.map(({ kind }) => kind);
    if (found.join() !== expected.join())
      throw new Error(`${member}: expected ${expected.join()}; received ${found.join()}`);
    for (const { id, overtaken } of arrivals) {
      if (!receiver.accepted.has(id) && !failed.has(id))
        throw new Error(`${id} is neither accepted nor failed`);
      const early = overtaken.filter((other) => !failed.has(other));
      if (early.length > 0) throw new Error(`${id} overtook ${early.join()}`);
    }
  }
  return failed.size;
}

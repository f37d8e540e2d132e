import { type Delivery, nextAttempt, replayDays } from '../../../shared/integrations/webhooks/delivery.ts';
import { apiVersion } from '../../../shared/api-versions.ts';
import { audienceOf, fieldsFor } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { ownerOf } from '../../../shared/integrations/webhooks/owner.ts';
import type { Webhook } from '../../../shared/integrations/webhooks/webhook.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { loadMembers } from '../../members/store.ts';
import type { LookupFunction } from 'node:net';
import { milliseconds } from '../../platform/time-and-chance.ts';
import { isResting, recordAttempts, turnOffRetired, type Attempts } from './failing-store.ts';
import { markDelivered, markFailed, markWaiting, pageOfWaiting, shardsOf } from './queue-store.ts';
import { signingSecrets } from './secret.ts';
import { send, type Outcome } from './send.ts';

type Data = Record<string, unknown>;

/** Returns the members of deliveries, for webhooks that receive personal data. */
async function membersFor(
  { includesPersonalData }: Pick<Webhook, 'includesPersonalData'>,
  deliveries: readonly Delivery[],
): Promise<Map<string, Member>> {
  if (!includesPersonalData) return new Map();
  const ids = new Set(
    deliveries.flatMap(({ data: { memberId } }) => (typeof memberId === 'string' ? [memberId] : [])),
  );
  return new Map((await loadMembers([...ids])).map((member) => [member.id, member]));
}

/** Returns the names that the owner sees on its screens; a club sees no addresses, and no owner those of former members. */
function namesOf(webhookId: string, member: Member): Data | undefined {
  if (member.invitationStatus === deleted) return undefined;
  const { firstName, lastName, keyFobNumber, email, employeeNumber = null } = member;
  const names = { firstName, lastName, keyFobNumber };
  return audienceOf(ownerOf(webhookId)) === 'club' ? names : { ...names, email, employeeNumber };
}

/**
 * Returns the body of a delivery: the fields that its owner receives, and names and amounts of members if the webhook
 * receives personal data.
 */
function bodyOf(
  { webhookId, kind, at, data }: Delivery,
  { includesPersonalData }: Pick<Webhook, 'includesPersonalData'>,
  members: ReadonlyMap<string, Member>,
): string {
  const fields = fieldsFor(ownerOf(webhookId), kind) ?? [];
  const { amount, memberId, ...ids } = Object.fromEntries(
    Object.entries(data).filter(([name]) => fields.includes(name)),
  );
  const isOfMember = memberId !== undefined;
  const member = typeof memberId === 'string' ? members.get(memberId) : undefined;
  const names = member && includesPersonalData ? namesOf(webhookId, member) : undefined;
  return JSON.stringify({
    type: kind,
    timestamp: at,
    version: apiVersion,
    data: {
      ...(isOfMember && { memberId }),
      ...ids,
      ...(amount !== undefined && (includesPersonalData || !isOfMember) && { amount }),
      ...(names && { member: names }),
    },
  });
}

/** Deliveries per page of the queue, of which so many are sent at the same time. */
const pageSize = 100;
const concurrency = 8;

/** After this many consecutive failures the receiver rests until the next run, which costs no writes. */
const failuresInRow = 5;

/** The receiver does not exist any more (RFC 9110, 15.5.11). */
const statusGone = 410;

export interface Run {
  now: () => Date;
  timeLeft: () => number;
  lookup?: LookupFunction | undefined;
}

interface Progress {
  /** Subjects with a delivery that waits for its next attempt; later ones wait behind it. */
  waiting: Set<string>;
  failures: number;
  attempts: Attempts;
}

/** Time for an attempt and its writes; a run ends before the function's timeout. */
const attemptMs = 12_000;

/**
 * Delivers the due events of a webhook. Events of one subject are sent one after the other: the next one only after the
 * previous one was delivered or listed as failed. Concurrent runs and crashes repeat deliveries with the same IDs.
 */
export async function deliverWaiting(webhook: Webhook, run: Run): Promise<void> {
  if (!webhook.isActive) return;
  const attempts: Attempts = { delivered: 0, failed: 0, restsUntil: null, isRetired: false };
  for (let shard = 0; shard < shardsOf(webhook.id); shard++)
    await deliverShard(webhook, shard, { waiting: new Set(), failures: 0, attempts }, run);
  if (attempts.isRetired) await turnOffRetired(webhook, run.now());
  else await recordAttempts(webhook, attempts, run.now());
}

async function deliverShard(webhook: Webhook, shard: number, progress: Progress, run: Run): Promise<void> {
  let after: string | undefined;
  do {
    const { rows, last } = await pageOfWaiting(webhook.id, shard, { limit: pageSize, after });
    if (rows.length > 0 && after === undefined && (await isResting(webhook.id, run.now()))) return;
    if (rows.length > 0) await deliverPage(webhook, rows, progress, run);
    after = last ?? undefined;
  } while (after !== undefined && mayContinue(progress, run));
}

const mayContinue = ({ failures, attempts }: Progress, { timeLeft }: Run): boolean =>
  failures < failuresInRow && !attempts.isRetired && attempts.restsUntil === null && timeLeft() > attemptMs;

async function deliverPage(
  webhook: Webhook,
  rows: readonly Delivery[],
  progress: Progress,
  run: Run,
): Promise<void> {
  const chains = [...Map.groupBy(rows, ({ subject }) => subject).values()];
  const members = await membersFor(webhook, rows);
  const secrets = await signingSecrets(webhook, run.now());
  let count = 0;
  const sender = async () => {
    for (let chain = chains[count++]; chain; chain = chains[count++])
      for (const delivery of chain)
        if (!(await deliverNext(delivery, { webhook, members, secrets, progress, run }))) break;
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, chains.length) }, sender));
}

interface Sending {
  webhook: Webhook;
  members: ReadonlyMap<string, Member>;
  secrets: readonly string[];
  progress: Progress;
  run: Run;
}

/** Attempts a delivery if it is due; returns false if later ones of its subject must wait. */
async function deliverNext(
  delivery: Delivery,
  { webhook, members, secrets, progress, run }: Sending,
): Promise<boolean> {
  if (progress.waiting.has(delivery.subject)) return false;
  const isDue = (delivery.nextAttemptAt ?? '') <= run.now().toISOString();
  if (!isDue || !mayContinue(progress, run)) {
    progress.waiting.add(delivery.subject);
    return false;
  }
  const at = run.now();
  const body = bodyOf(delivery, webhook, members);
  // receivers compare the signed time with their own clock, which the local clock does not shift
  const message = { id: delivery.id, at: new Date(milliseconds()), body };
  const outcome = await send(webhook.url, message, secrets, run.lookup);
  const attempted = attemptedAt(delivery, outcome, at);
  if (outcome.isDelivered) {
    progress.failures = 0;
    progress.attempts.delivered += 1;
    await markDelivered(attempted);
    return true;
  }
  progress.failures += 1;
  progress.attempts.failed += 1;
  if (outcome.responseCode === statusGone) progress.attempts.isRetired = true;
  if (outcome.retryAfterMs > 0)
    progress.attempts.restsUntil = new Date(at.getTime() + outcome.retryAfterMs).toISOString();
  if (attempted.nextAttemptAt === null) {
    await markFailed(delivery, attempted);
    return true;
  }
  progress.waiting.add(delivery.subject);
  await markWaiting(delivery, attempted);
  return false;
}

/** Returns the delivery after an attempt; without a next one it is delivered or has failed. */
function attemptedAt(
  delivery: Delivery,
  { isDelivered, responseCode, error, retryAfterMs }: Outcome,
  at: Date,
): Delivery {
  const attempts = delivery.attempts + 1;
  const firstAttemptAt = delivery.firstAttemptAt ?? at.toISOString();
  return {
    ...delivery,
    attempts,
    firstAttemptAt,
    lastAttemptAt: at.toISOString(),
    nextAttemptAt: isDelivered ? null : nextAttempt(attempts, firstAttemptAt, at, retryAfterMs),
    responseCode,
    problem: error,
    expiresAt: Math.floor(at.getTime() / 1000) + replayDays * 86_400,
  };
}

import * as z from 'zod';
import { eventKindNames } from './event-kinds.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Delays after the first failed attempts; later attempts follow each 12 hours. */
const delays = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour] as const;
const lastDelay = 12 * hour;

/** Deliveries are attempted for three days. */
const attemptedForMs = 72 * hour;

/** Days in which a failed delivery can be repeated; deliveries are deleted afterwards. */
export const replayDays = 30;

/**
 * Returns the instant of the next attempt after `attempts` failed ones, as an ISO text; null after three days. The last
 * attempt is exactly three days after the first one. `retryAfterMs` is the wait that the receiver requested.
 */
export function nextAttempt(
  attempts: number,
  firstAttemptAt: string,
  now: Date,
  retryAfterMs = 0,
): string | null {
  const end = new Date(firstAttemptAt).getTime() + attemptedForMs;
  if (now.getTime() >= end) return null;
  const delay = Math.max(delays[attempts - 1] ?? lastDelay, retryAfterMs);
  return new Date(Math.min(now.getTime() + delay, end)).toISOString();
}

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The last attempt: the response's status code, or why there was none. */
const outcome = {
  responseCode: z.int().nullable(),
  problem: z.string(),
};

/** An event on its way to one webhook. IDs only; names are added when it is sent. */
export const delivery = z.object({
  /** The `webhook-id` header: the same in every attempt. */
  id: z.string(),
  webhookId: z.string(),
  kind: z.enum(eventKindNames),
  /** Deliveries of one subject are sent in order: `member M1`. */
  subject: z.string(),
  /** ISO instant of the event. */
  at: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  attempts: z.int(),
  firstAttemptAt: z.string().nullable(),
  lastAttemptAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  ...outcome,
  /** Place in the queue of waiting deliveries. */
  position: z.string(),
  /** Seconds since 1970, for the deletion by the table. */
  expiresAt: z.int(),
});
export type Delivery = z.output<typeof delivery>;

export const deliveryRow = z.object({
  id: z.string(),
  kind: z.enum(eventKindNames),
  subject: z.string(),
  at: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  lastAttemptAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  ...outcome,
});
export type DeliveryRow = z.output<typeof deliveryRow>;

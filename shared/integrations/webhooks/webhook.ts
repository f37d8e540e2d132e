import * as z from 'zod';
import { recordVersion } from '../../ids.ts';
import { formerUser } from '../../users/names.ts';
import { flag, text } from '../../fields.ts';
import { Refusal } from '../../refusal.ts';
import { eventKindNames, kindsFor } from './event-kinds.ts';
import { webhookOwner, type WebhookOwner } from './owner.ts';

/** Time without an accepted event after which the owner of a webhook is notified. */
const failingHours = 1;

/** Days for which a failing receiver is remembered; a longer period is reported again. */
export const failingStateDays = 30;

/** Returns true if a receiver that fails since an ISO instant must be reported to its owner. */
export const isFailingLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= failingHours * 3_600_000;

/** Maximum number of webhooks per owner, because each is an item of a change's transaction. */
export const webhooksAllowed = 3;

/** Days in which the previous secret still signs after a rotation. */
export const rotationDays = 7;

const secretVersion = z.object({
  /** Counts the secrets of the webhook from 1. */
  number: z.int(),
  /** Version of the portal's key from which the secret is derived. */
  keyVersion: z.int(),
  /** ISO instants. */
  createdAt: z.string(),
  /** User ID; missing for secrets before creators were stored, which belong to the creator of the webhook. */
  createdBy: z.string().optional(),
  endsAt: z.string().nullable(),
});
export type SecretVersion = z.output<typeof secretVersion>;

const storedWebhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.enum(eventKindNames)),
  includesPersonalData: z.boolean(),
  isActive: z.boolean(),
  secrets: z.array(secretVersion),
  createdAt: z.string(),
  createdBy: z.string(),
  /** User ID of the user who changed the address last; missing for the first address. */
  addressBy: z.string().optional(),
});
export type Webhook = z.output<typeof storedWebhook>;

/** The webhooks of one owner. */
export const webhooksRecord = z.object({
  owner: webhookOwner,
  webhooks: z.array(storedWebhook),
  version: recordVersion,
});
export type WebhooksRecord = z.output<typeof webhooksRecord>;

export const webhookForm = z.object({
  url: text('Address', {
    max: 500,
    pattern: /^https?:\/\/\S+$/,
    message: 'Address must begin with https://.',
  }),
  description: text('Description', { max: 100, required: false }),
  kinds: z
    .array(z.enum(eventKindNames, { error: 'Events contain an unknown kind.' }), {
      error: 'Events is required.',
    })
    .min(1, 'Select at least one event.')
    .max(eventKindNames.length),
  includesPersonalData: flag('Personal data'),
});

/** The row of a webhook; a secret is shown only once, when it is created. */
export const webhookRow = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.enum(eventKindNames)),
  includesPersonalData: z.boolean(),
  isActive: z.boolean(),
  /** Instant until which the previous secret also signs; null without a rotation. */
  previousSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  createdByName: z.string(),
  secretCreatedByName: z.string(),
});

/** Returns the user ID of the creator of the newest secret. */
const secretCreatorOf = (webhook: Webhook): string =>
  webhook.secrets.toSorted((left, right) => right.number - left.number)[0]?.createdBy ?? webhook.createdBy;

/** Returns the user IDs whose names the row of a webhook shows. */
export const creatorsOf = (webhook: Webhook): string[] => [webhook.createdBy, secretCreatorOf(webhook)];

export const webhookRowOf = (
  webhook: Webhook,
  now: Date,
  names: ReadonlyMap<string, string>,
): z.output<typeof webhookRow> => ({
  ...webhook,
  createdByName: names.get(webhook.createdBy) ?? formerUser,
  secretCreatedByName: names.get(secretCreatorOf(webhook)) ?? formerUser,
  previousSecretUntil: currentSecrets(webhook, now).find(({ endsAt }) => endsAt !== null)?.endsAt ?? null,
});

/** Returns the secrets that sign now, the newest first. */
export const currentSecrets = ({ secrets }: Pick<Webhook, 'secrets'>, now: Date): SecretVersion[] =>
  secrets
    .filter(({ endsAt }) => endsAt === null || endsAt > now.toISOString())
    .toSorted((left, right) => right.number - left.number);

/** Returns the webhook with a new secret; the previous one ends now or signs for `rotationDays` more. */
export function withNewSecret<Rotated extends Pick<Webhook, 'secrets'>>(
  webhook: Rotated,
  {
    createdBy,
    keyVersion,
    endPrevious,
    now,
  }: { createdBy: string; keyVersion: number; endPrevious: boolean; now: Date },
): Rotated {
  const [newest] = webhook.secrets.toSorted((left, right) => right.number - left.number);
  const endsAt = new Date(now.getTime() + (endPrevious ? 0 : rotationDays * 86_400_000)).toISOString();
  return {
    ...webhook,
    secrets: [
      {
        number: (newest?.number ?? 0) + 1,
        keyVersion,
        createdAt: now.toISOString(),
        createdBy,
        endsAt: null,
      },
      ...(newest && !endPrevious ? [{ ...newest, endsAt }] : []),
    ],
  };
}

/**
 * Returns the webhooks without those that a user created. A webhook with a signing secret or an address of the user is
 * turned off, so that its owner replaces it.
 */
export const webhooksWithoutCreator = (webhooks: readonly Webhook[], userId: string, now: Date): Webhook[] =>
  webhooks
    .filter(({ createdBy }) => createdBy !== userId)
    .map((webhook) =>
      webhook.addressBy === userId ||
      currentSecrets(webhook, now).some(({ createdBy }) => createdBy === userId)
        ? { ...webhook, isActive: false }
        : webhook,
    );

/** Throws 'invalid' if the owner cannot receive a selected kind. */
export function requireKinds(owner: WebhookOwner, kinds: readonly string[]): void {
  const allowed: readonly string[] = kindsFor(owner);
  const right = kinds.find((kind) => !allowed.includes(kind));
  if (right !== undefined)
    throw new Refusal('invalid', `${right} is not available here. Nothing was saved.`, 'kinds');
}

/** Throws 'conflict' if the owner has the maximum number of webhooks. */
export function requireSpace({ webhooks }: Pick<WebhooksRecord, 'webhooks'>): void {
  if (webhooks.length >= webhooksAllowed)
    throw new Refusal(
      'conflict',
      `There are ${webhooksAllowed} webhooks already. Nothing was added. Delete one first.`,
    );
}

/** Throws 'conflict' for the address of another webhook of the owner, also one that was added without a response. */
export function requireNewAddress({ webhooks }: Pick<WebhooksRecord, 'webhooks'>, url: string): void {
  if (webhooks.some((webhook) => webhook.url === url))
    throw new Refusal(
      'conflict',
      'There is already a webhook with this address. Nothing was added. Change its events, or replace its secret if you do not have it.',
      'url',
    );
}

/**
 * Throws 'invalid' for an address that webhooks do not call: another scheme than https, user info, or another port than
 * 443 and 8443. `allowsLocal` permits http to localhost, for tests on one machine. Private addresses are refused when a
 * delivery connects (functions/platform/guarded-fetch.ts).
 */
export function requireAddress(url: string, allowsLocal: boolean): void {
  const refuse = (message: string): never => {
    throw new Refusal('invalid', message, 'url');
  };
  if (!URL.canParse(url)) return refuse('Address is not valid.');
  const { protocol, hostname, port, username, password } = new URL(url);
  if (username !== '' || password !== '') return refuse('Address cannot contain a user name or password.');
  if (allowsLocal && isLocal(protocol, hostname)) return undefined;
  if (protocol !== 'https:') return refuse('Address must begin with https://.');
  if (!['', '8443'].includes(port)) return refuse('Address can have port 443 or 8443 only.');
  return undefined;
}

/** Reports whether an address is http on this machine. */
export const isLocal = (protocol: string, hostname: string): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);

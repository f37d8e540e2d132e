import * as z from 'zod';
import { providerLogin, type ProviderLogin } from '../../shared/single-sign-on/identity-provider.ts';
import { Refusal } from '../../shared/refusal.ts';
import { digestOf, newToken } from '../platform/digest.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { change, putOnce } from '../table/change.ts';
import { remove } from '../table/delete-item.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { put } from '../table/put-item.ts';
import { eachItem, get, queryItems } from '../table/table.ts';
import { transact, writeAlone } from '../table/transact.ts';
import type { Change, Write } from '../table/write.ts';

const loginEntity = entity({
  name: 'provider login',
  schema: providerLogin,
  key: ({ stateHash }) => keys.providerLogin(stateHash),
});

const usedLogin = () =>
  new Refusal('invalid', 'This log-in was used already, or took too long. Log in again.', 'state');

/** Returns the write that starts a log-in, and its `state`, which begins with `own.` if the caller completes it. */
export function newLogin(login: Omit<ProviderLogin, 'stateHash' | 'version'>): {
  state: string;
  changes: Change[];
} {
  const isOwn = login.purpose === 'trial' || login.purpose === 'step-up';
  const state = `${isOwn ? 'own.' : ''}${newToken()}`;
  const stored: ProviderLogin = { ...login, stateHash: digestOf(state), version: 0 };
  return { state, changes: change(loginEntity, null, stored, { lost: usedLogin() }) };
}

export async function loadLogin(state: string, now: Date): Promise<ProviderLogin> {
  const login = await get(loginEntity, keys.providerLogin(digestOf(state)));
  if (!login || login.expiresAt * 1000 <= now.getTime()) throw usedLogin();
  return login;
}

export const loginChange = (before: ProviderLogin, after: ProviderLogin | null): Change[] =>
  change(loginEntity, before, after, { lost: usedLogin() });

/** Returns the write that accepts a logout token once; a repeated one is refused. */
export const tokenUsed = (tokenId: string, expiresAt: number, refusal: Refusal): Write =>
  putOnce({ ...keys.providerLogin(`logout ${tokenId}`), entity: 'logout token', expiresAt }, refusal);

/** True if an author added, invited, or changed a user of a partner since an instant. */
export async function hasChanged(
  author: string,
  { userId, partnerId }: { userId: string; partnerId: string },
  since: string,
): Promise<boolean> {
  for (const subject of [`user ${userId}`, `partner ${partnerId}`])
    for await (const event of eachItem(keys.audit(subject, '', '').pk, undefined, since))
      if (event.who === author && JSON.stringify([event.subject, event.before, event.after]).includes(userId))
        return true;
  return false;
}

const eventDays = 90;

const storedEvent = z.object({
  userName: z.string(),
  /** The account that was opened. */
  userId: z.string().optional(),
  isFailure: z.boolean(),
  description: z.string(),
  when: z.string(),
});
type SignOnEvent = z.output<typeof storedEvent>;

export const recordSignOn = (partnerId: string, event: Omit<SignOnEvent, 'when'>, now: Date): Promise<void> =>
  writeAlone({
    item: put({
      ...keys.signOnEvent(partnerId, `${now.toISOString()}#${newOrderedId()}`),
      entity: 'sign-on event',
      ...event,
      description: event.description.slice(0, 500),
      when: now.toISOString(),
      expiresAt: Math.floor(now.getTime() / 1000) + eventDays * 86_400,
    }),
  });

/** Erases the log-ins by any of the addresses, and those that opened the account. */
export async function eraseSignOns(
  partnerId: string,
  addresses: ReadonlySet<string>,
  accountId: string | undefined,
): Promise<void> {
  for await (const item of eachItem(keys.signOnEvent(partnerId, '').pk)) {
    const { userName, userId } = storedEvent.parse(item);
    if (addresses.has(userName.toLowerCase()) || (userId !== undefined && userId === accountId))
      await transact({ item: remove({ pk: String(item.pk), sk: String(item.sk) }) });
  }
}

export async function lastSignOns(partnerId: string): Promise<SignOnEvent[]> {
  const { items } = await queryItems(keys.signOnEvent(partnerId, '').pk, { backwards: true, limit: 50 });
  return items.map((item) => storedEvent.parse(item));
}

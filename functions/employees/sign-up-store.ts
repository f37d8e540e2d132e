import { dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import {
  signUp,
  signUpLimits,
  signUpLink,
  signUpLinkState,
  signUpRequest,
  type SignUp,
  type SignUpLink,
  type SignUpLinkState,
  type SignUpRequest,
} from '../../shared/employees/sign-up.ts';
import { apiClientColumns, isClientActive } from '../../shared/integrations/api-client.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { apiClientEntity } from '../integrations/api-client-record-store.ts';
import { allPartners } from '../partners/store.ts';
import { digestOf } from '../platform/digest.ts';
import { getItems } from '../table/batch-get-items.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { getItem } from '../table/get-item.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList } from '../table/list.ts';
import { eachItem, get, getMany, parseRow } from '../table/table.ts';
import type { Change } from '../table/write.ts';

const tokenName = 'sign-up-link';

const linkEntity = entity({
  name: 'sign-up link',
  schema: signUpLink,
  key: ({ partnerId }) => keys.signUpLink(partnerId),
  unique: ({ token }) => [{ kind: tokenName, value: token }],
});

export const loadSignUpLink = (partnerId: string): Promise<SignUpLink | undefined> =>
  get(linkEntity, keys.signUpLink(partnerId));

/** Returns the link with a token, which people may enter in lowercase letters; undefined for a renewed one. */
export async function findSignUpLink(token: string): Promise<SignUpLink | undefined> {
  const name = await getItem(keys.unique(tokenName, token.toUpperCase()));
  const partnerId = /^PARTNER#(.+)\|SIGN-UP-LINK$/.exec(String(name?.owner))?.[1];
  return partnerId === undefined ? undefined : loadSignUpLink(partnerId);
}

/** Returns the writes that create (`before` null) or change a link. */
export const signUpLinkChange = (before: SignUpLink | null, after: SignUpLink): Change[] =>
  change(linkEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this sign-up link. Reload and try again.'),
  });

/** Returns whether guests can sign up on a day. */
export async function stateOfLink(
  partnerId: string,
  link: SignUpLink | undefined,
  day: CalendarDate,
  now: Date,
): Promise<SignUpLinkState> {
  const [program, clients] = await Promise.all([
    loadGroupMembership(partnerId),
    pageOfList(listOf(lists.apiClientsOf('partner', partnerId), apiClientColumns, apiClientEntity), {
      pageSize: 100,
    }),
  ]);
  const hasHrSystem = clients.items.some(
    (client) => client.scopes.includes('roster:write') && isClientActive(client, now),
  );
  return signUpLinkState(link, { day, hasProgram: program !== undefined, hasHrSystem });
}

const signUpEntity = entity({
  name: 'sign-up',
  schema: signUp,
  key: ({ partnerId, digest }) => keys.signUp(partnerId, digest),
});

const requestEntity = entity({
  name: 'sign-up request',
  schema: signUpRequest,
  key: ({ partnerId, digest }) => keys.signUpRequest(partnerId, digest),
});

export const addressDigest = (address: string): string => digestOf(`sign-up ${address.toLowerCase()}`);

/** Returns false for an expired item, which the table deletes within days. */
export const isCurrent = ({ expiresAt }: { expiresAt: number }, now: Date): boolean =>
  expiresAt * 1000 > now.getTime();

/** Returns the stored sign-up of an address, also an expired one, which a new one replaces. */
export const findSignUp = (partnerId: string, digest: string): Promise<SignUp | undefined> =>
  get(signUpEntity, keys.signUp(partnerId, digest));

/** Returns the stored request of an address, also an expired one, which a new one replaces. */
export const findSignUpRequest = (partnerId: string, digest: string): Promise<SignUpRequest | undefined> =>
  get(requestEntity, keys.signUpRequest(partnerId, digest));

/** Returns all sign-ups of a partner, at most `signUpLimits.stored`. */
export async function listSignUps(partnerId: string, now: Date): Promise<SignUp[]> {
  const { pk, sk } = keys.signUp(partnerId, '');
  const rows: SignUp[] = [];
  for await (const item of eachItem(pk, sk)) rows.push(parseRow(signUpEntity, item));
  return rows.filter((row) => isCurrent(row, now));
}

/** Throws ('too-many') if the partner has too many sign-ups to decide. */
export async function requireSpaceForSignUp(partnerId: string, now: Date): Promise<void> {
  if ((await listSignUps(partnerId, now)).length >= signUpLimits.stored)
    throw new Refusal('too-many', 'Your employer has too many sign-ups to review. Try again in a few days.');
}

/** Returns sign-ups by digest, without expired ones. */
export async function loadSignUps(
  partnerId: string,
  digests: readonly string[],
  now: Date,
): Promise<SignUp[]> {
  const rows = await getMany(
    signUpEntity,
    digests.map((digest) => keys.signUp(partnerId, digest)),
    { consistent: true },
  );
  return rows.filter((row) => isCurrent(row, now));
}

const conflict = () => new Refusal('conflict', 'This sign-up changed in the meantime. Try again.');

/** Returns the writes that add, change, or delete (`after` null) a sign-up. */
export const signUpChange = (before: SignUp | null, after: SignUp | null): Change[] =>
  change(signUpEntity, before, after, { lost: conflict() });

export const signUpRequestChange = (before: SignUpRequest | null, after: SignUpRequest | null): Change[] =>
  change(requestEntity, before, after, { lost: conflict() });

/** Sign-ups and requests of a person in all partners. */
export interface OwnSignUps {
  signUps: SignUp[];
  requests: SignUpRequest[];
}

/** Returns the sign-ups of addresses in all partners, also expired ones that are still stored. */
export async function signUpsOf(addresses: ReadonlySet<string>): Promise<OwnSignUps> {
  const digests = [...addresses].map(addressDigest);
  const partnerIds: string[] = [];
  for await (const { id } of allPartners()) partnerIds.push(id);
  const pairs = partnerIds.flatMap((partnerId) => digests.map((digest) => [partnerId, digest] as const));
  const [signUps, requests] = await Promise.all([
    getItems(pairs.map((pair) => keys.signUp(...pair))),
    getItems(pairs.map((pair) => keys.signUpRequest(...pair))),
  ]);
  return {
    signUps: signUps.map((item) => parseRow(signUpEntity, item)),
    requests: requests.map((item) => parseRow(requestEntity, item)),
  };
}

/** Returns the address of a sign-up by the subject of its erasure, `<partner>-<id>`; undefined if it is not stored. */
export async function addressOfSignUp(subjectId: string): Promise<string | undefined> {
  const [, partnerId = '', id] = /^(\d+)-(.+)$/.exec(subjectId) ?? [];
  for await (const item of eachItem(keys.signUp(partnerId, '').pk))
    if (item.id === id) return String(item.email);
  return undefined;
}

/** Subject of a sign-up's audit events, which contain neither name nor address. */
export const subjectOfSignUp = ({ partnerId, id }: Pick<SignUp, 'partnerId' | 'id'>): string =>
  `sign-up ${partnerId}-${id}`;

/** Returns the last calendar date before the table deletes a sign-up. */
export const deletionDate = ({ expiresAt }: SignUp): CalendarDate =>
  dateInChicago(new Date(expiresAt * 1000));

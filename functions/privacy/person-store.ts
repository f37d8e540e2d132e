import { allPartners } from '../partners/store.ts';
import { eachItem } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';
import { keys, type Key } from '../table/keys.ts';
import { loadMembers } from '../members/store.ts';
import { findUserByEmail, loadUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { signUpsOf, type OwnSignUps } from '../employees/sign-up-store.ts';
import { vouchersTo, type OwnVoucher } from './person-vouchers.ts';

type Item = Record<string, unknown> & Key;

/** A person: login, memberships, and by address vouchers and sign-ups. */
export interface Person extends OwnSignUps {
  /** Email address of the person. */
  name: string;
  user: User | undefined;
  members: Member[];
  vouchers: OwnVoucher[];
}

/**
 * Finds a person by the email address of the login, roster, voucher, or sign-up, or by member ID, which is the only way for
 * former members without a login. Throws if there is none.
 */
export async function findPerson(named: string, now: Date): Promise<Person> {
  const { user, members } = await findLoginAndMembers(named);
  const addresses = [named, user?.email, ...members.map(({ email }) => email)].flatMap((text) =>
    text?.includes('@') ? [text.trim().toLowerCase()] : [],
  );
  const [vouchers, own] = await Promise.all([
    vouchersTo(new Set(addresses), now),
    signUpsOf(new Set(addresses)),
  ]);
  const subjects = [user, ...members, ...vouchers, ...own.signUps, ...own.requests];
  if (!subjects.some(Boolean))
    throw new Refusal(
      'not-found',
      `No person found for "${named}". Enter the email address of a login, voucher, or sign-up, or a member ID.`,
    );
  return { name: user?.email ?? members[0]?.email ?? named, user, members, vouchers, ...own };
}

/** Like `findPerson`, without vouchers and sign-ups, and without an error if there is no such person. */
export async function findLoginAndMembers(named: string): Promise<Pick<Person, 'user' | 'members'>> {
  const address = named.trim().toLowerCase();
  const members = address.includes('@') ? [] : await loadMembers([named.trim()]);
  const user = address.includes('@') ? await findUserByEmail(address) : await userOf(members);
  const ids = new Set([...members.map(({ id }) => id), ...(user?.memberIds ?? [])]);
  const names: Key[] = [];
  if (address.includes('@'))
    for await (const { id } of allPartners()) names.push(keys.unique(`member-email#${id}`, address));
  for (const { owner } of await getItems(names, { consistent: true })) {
    const id = /^MEMBER#(.+)\|MEMBER$/.exec(String(owner))?.[1];
    if (id) ids.add(id);
  }
  return { user, members: await withOtherMemberships(await loadMembers([...ids])) };
}

/** Adds the first and the latest membership of persons in a partner's directory, which have no login in common. */
async function withOtherMemberships(members: readonly Member[]): Promise<Member[]> {
  const memberIds = new Set(members.map(({ id }) => id));
  const linked = members.flatMap(({ directory }) => [directory?.rootId, directory?.successorId]);
  const others = await loadMembers(
    [...new Set(linked)].filter((id) => id !== undefined && !memberIds.has(id)) as string[],
  );
  return others.length === 0 ? [...members] : withOtherMemberships([...members, ...others]);
}

const userOf = async ([member]: readonly Member[]): Promise<User | undefined> =>
  member?.userId ? loadUser(member.userId) : undefined;

/** Returns all stored items of a partition. */
export async function rowsUnder(pk: string): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const row of eachItem(pk)) rows.push(row as Item);
  return rows;
}

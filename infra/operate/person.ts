import { allPartners } from '../../functions/partners/store.ts';
import { eachItem, getItems } from '../../functions/table/table.ts';
import { keys, type Key } from '../../functions/table/keys.ts';
import { loadMembers } from '../../functions/members/store.ts';
import { findUserByEmail, loadUser } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import type { Member } from '../../shared/members/member.ts';
import { UserError } from '../local/user-error.ts';
import { vouchersTo, type OwnVoucher } from './person-vouchers.ts';

type Item = Record<string, unknown> & Key;

/** Somebody as the portal knows them: the log-in, a record for each membership, and the vouchers of the addresses. */
export interface Person {
  /** What the person is called by: an email address. */
  name: string;
  user: User | undefined;
  members: Member[];
  vouchers: OwnVoucher[];
}

/**
 * Who this is: by the email address of the log-in, the address that a partner's roster or a voucher has, or the id of a
 * member, which who left without a log-in is found by alone. Refuses what is nobody's.
 */
export async function findPerson(named: string, now: Date): Promise<Person> {
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
  const found = await loadMembers([...ids]);
  const addresses = [address, user?.email, ...found.map(({ email }) => email)].flatMap((one) =>
    one?.includes('@') ? [one.toLowerCase()] : [],
  );
  const vouchers = await vouchersTo(new Set(addresses), now);
  if (!user && found.length === 0 && vouchers.length === 0)
    throw new UserError(
      `Nobody is "${named}". Give the email address that somebody logs in with or received a voucher at, or the id of a member.`,
    );
  return { name: user?.email ?? found[0]?.email ?? named, user, members: found, vouchers };
}

const userOf = async ([member]: readonly Member[]): Promise<User | undefined> =>
  member?.userId ? loadUser(member.userId) : undefined;

/** Everything under one partition, as it is stored. */
export async function rowsUnder(pk: string): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const row of eachItem(pk)) rows.push(row as Item);
  return rows;
}

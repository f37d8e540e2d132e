import { sameAccount } from '../../shared/accounts/bank-details.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadBankAccounts } from './account-read-store.ts';
import { unusableNumbersOf } from './store.ts';
import { loadMembers } from '../members/store.ts';
import { isOfNumbers } from '../platform/fingerprint.ts';
import type { AccountNumbers } from '../platform/vault.ts';
import { loadUser } from '../users/store.ts';

/**
 * Throws ('invalid') for numbers of an account that the bank made unusable in any membership of the person, present or
 * ended, also if another account replaced it since.
 *
 * @param field the field of the account number in the request
 */
export async function requireUsableNumbers(
  member: Member,
  numbers: AccountNumbers,
  field: string,
): Promise<void> {
  const user = member.userId === null ? undefined : await loadUser(member.userId);
  const others = await loadMembers((user?.memberIds ?? []).filter((id) => id !== member.id));
  const tokens = [member, ...others].flatMap(({ withdrawalPayeeToken, depositPayeeToken }) => [
    ...(withdrawalPayeeToken === null ? [] : [withdrawalPayeeToken]),
    ...(depositPayeeToken === null ? [] : [depositPayeeToken]),
  ]);
  const accounts = await loadBankAccounts([...new Set(tokens)]);
  for (const fingerprint of accounts.flatMap(unusableNumbersOf))
    if (await isOfNumbers(fingerprint, numbers)) throw new Refusal('invalid', sameAccount, field);
}

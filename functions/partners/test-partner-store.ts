import type { Partner } from '../../shared/partners/partner.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { loadMembers } from '../members/store.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { keys } from '../table/keys.ts';
import type { Change } from '../table/write.ts';
import { loadPartners } from './store.ts';

/**
 * Returns the check of a changed test flag: payments require a program, so before the first program a partner has no
 * payments, and afterwards all its payments are of one kind.
 */
export function testFlagGuard(before: Partner | null, after: Partner): Change[] {
  if (!before || Boolean(before.isTest) === Boolean(after.isTest)) return [];
  return [
    conditionCheck(
      keys.groupMembership(after.id),
      'attribute_not_exists(pk)',
      {},
      new Refusal(
        'conflict',
        'This partner has a program, so its payments are already test payments or real ones. Add another partner instead.',
        'isTest',
      ),
    ),
  ];
}

/** Returns the accounts that do not belong to test partners or their members, which no bank file may contain. */
export async function withoutTestAccounts(
  accounts: readonly BankAccountRecord[],
): Promise<BankAccountRecord[]> {
  const memberIds = accounts.flatMap(({ ownerKind, ownerId }) => (ownerKind === 'member' ? [ownerId] : []));
  const partnerOfMember = new Map((await loadMembers(memberIds)).map(({ id, partnerId }) => [id, partnerId]));
  const partnerOf = ({ ownerKind, ownerId }: BankAccountRecord): string | undefined =>
    ownerKind === 'partner' ? ownerId : ownerKind === 'member' ? partnerOfMember.get(ownerId) : undefined;
  const ids = new Set(accounts.flatMap((account) => partnerOf(account) ?? []));
  const test = new Set((await loadPartners([...ids])).flatMap(({ id, isTest }) => (isTest ? [id] : [])));
  return accounts.filter((account) => !test.has(partnerOf(account) ?? ''));
}

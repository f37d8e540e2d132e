import type { WaitingAccountRow } from '../../../shared/bank-files/prenotes/contract.ts';
import { waitingStateOf } from '../../../shared/bank-files/prenote.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { loadBankAccountsNow } from '../../bank-accounts/account-read-store.ts';
import { withoutTestAccounts } from '../../partners/test-partner-store.ts';
import { waitingPayees } from '../../bank-accounts/waiting-account-store.ts';

const pageSize = 50;

export async function waitingAccounts(
  cursor: string | undefined,
  now: Date,
): Promise<{ items: WaitingAccountRow[]; nextCursor: string | null }> {
  const { payeeTokens, last } = await waitingPayees(cursor, pageSize);
  const at = { now, today: dateInChicago(now) };
  const items = (await withoutTestAccounts(await loadBankAccountsNow(payeeTokens))).flatMap((stored) => {
    const account = accountAt(stored, now);
    const waits = waitingStateOf(account, at);
    if (!waits) return [];
    const { payeeToken, ownerKind, ownerId, prenote, waiting } = account;
    // the replacement waits, not the account that is used until then
    const { nameOnAccount, lastFour, changedAt } =
      waits.state === 'replaced' && waiting ? { ...waiting, changedAt: waiting.enteredAt } : account;
    const until =
      waits.until && (waits.until.length > 10 ? dateInChicago(new Date(waits.until)) : waits.until);
    const bankFlow = prenote?.bankFlow ?? null;
    return [
      {
        payeeToken,
        ownerKind,
        memberId: ownerKind === 'member' ? ownerId : null,
        nameOnAccount,
        lastFour,
        bankFlow,
        state: waits.state,
        until,
        changedAt,
      },
    ];
  });
  return { items, nextCursor: last };
}

import type { WaitingAccountRow } from '../../../shared/bank-files/treasury-contract.ts';
import { waitingStateOf, waitingAccountStates } from '../../../shared/bank-files/prenote.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { loadBankAccountsNow, waitingPayees } from '../../bank-accounts/account-read-store.ts';
import { withoutTestAccounts } from '../../partners/test-partner-store.ts';
import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import { sheetPages, type SheetSource } from '../../files/sheet-source.ts';

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
        ownerId,
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

const owners = { partner: 'Partner', facility: 'Facility', member: 'Member' } as const;
const dateOf = (instant: string) => dateInChicago(new Date(instant));

export const waitingAccountsSheet = (_: object, at: Date): Promise<SheetSource> =>
  Promise.resolve({
    name: 'Waiting accounts.xlsx',
    sheetName: 'Waiting accounts',
    columns: [
      { title: 'Name on account', kind: 'text', width: 30 },
      { title: 'Account', kind: 'text' },
      { title: 'Whose', kind: 'text' },
      { title: 'Payments', kind: 'text', width: 24 },
      { title: 'Status', kind: 'text', width: 24 },
      { title: 'Entered', kind: 'date' },
      { title: 'Used from', kind: 'date' },
    ],
    added: [],
    // The total is unknown, so the job shows no percentage.
    atMost: 0,
    pages: sheetPages(
      async (cursor) => {
        const { items, nextCursor } = await waitingAccounts(cursor, at);
        return { rows: items, next: nextCursor };
      },
      ({ nameOnAccount, lastFour, ownerKind, bankFlow, state, until, changedAt }) => [
        nameOnAccount,
        lastFour,
        owners[ownerKind],
        bankFlow && bankFlowTable[bankFlow].label,
        waitingAccountStates.find(({ id }) => id === state)?.name,
        dateOf(changedAt),
        until,
      ],
    ),
  });

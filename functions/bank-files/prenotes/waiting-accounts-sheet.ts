import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import { waitingAccountStates } from '../../../shared/bank-files/prenote.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { sheetPages, type SheetSource } from '../../files/sheet-source.ts';
import { waitingAccounts } from './waiting-accounts.ts';

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

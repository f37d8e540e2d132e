import * as z from 'zod';
import { ledgerAccounts, type LedgerAccount } from '../../shared/ledger/ledger-entry.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import { postedEntries } from './posting/entry-store.ts';
import { findSeal } from './proof-store.ts';

const input = z.object({ periodId: z.string() });
const pageSize = 500;

const nameOf = (account: LedgerAccount): string =>
  ledgerAccounts.find(({ id }) => id === account)?.name ?? account;

/** Returns the entries posted in a month with one row per step, as accounting software imports it. */
export async function ledgerSheet(sent: z.input<typeof input>): Promise<SheetSource> {
  const { periodId } = input.parse(sent);
  return {
    name: `Ledger ${periodId}.csv`,
    sheetName: periodId,
    format: 'csv',
    columns: [
      { title: 'Posted at', kind: 'text' },
      { title: 'Month', kind: 'text' },
      { title: 'Partner', kind: 'text' },
      { title: 'Payee', kind: 'text' },
      { title: 'Payment', kind: 'text' },
      { title: 'Payment type', kind: 'number' },
      { title: 'Event', kind: 'text' },
      { title: 'Debit', kind: 'text' },
      { title: 'Credit', kind: 'text' },
      { title: 'Amount', kind: 'money' },
      { title: 'Entry hash', kind: 'text' },
    ],
    // Entries have no counter; a sealed month has their number.
    atMost: (await findSeal(periodId))?.entries ?? 0,
    pages: async function* pages(after) {
      let cursor = after;
      do {
        const { entries, next } = await postedEntries(periodId, cursor, pageSize);
        yield {
          cursor: next,
          rows: entries.flatMap(({ steps, ...entry }) =>
            steps.map(({ event, debit, credit, amount }) => [
              entry.at,
              entry.periodId,
              entry.partnerId,
              entry.payee,
              entry.paymentId,
              entry.paymentTypeId,
              event,
              nameOf(debit),
              nameOf(credit),
              amount,
              entry.hash,
            ]),
          ),
        };
        cursor = next;
      } while (cursor !== null);
    },
  };
}

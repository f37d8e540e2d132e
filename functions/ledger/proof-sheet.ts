import * as z from 'zod';
import { ledgerAccounts, type LedgerAccount } from '../../shared/ledger/ledger-entry.ts';
import { type SheetSource, sheetPages } from '../files/sheet-source.ts';
import { postedEntries } from './posting/entry-store.ts';
import { findSeal, findMonthProof, groupProofs } from './proof-store.ts';
import { dateInChicago, periodName, showDate } from '../../shared/calendar.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import type { SheetColumn } from '../platform/sheets/write-sheet.ts';

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

const rowsAtOnce = 500;

const sums = [
  ['owed', 'Owed'],
  ['corrected', 'Corrected'],
  ['sent', 'Sent'],
  ['acknowledged', 'Received by the bank'],
  ['returned', 'Returned'],
  ['retried', 'Sent again'],
  ['settled', 'Completed'],
  ['canceled', 'Canceled'],
  ['external', 'Sent externally'],
  ['outstanding', 'Outstanding'],
  ['unexplained', 'Unexplained'],
] as const;

/** Returns the latest proof of a month with totals and one row per partner and payment type. */
export async function proofSheet(sent: z.input<typeof input>): Promise<SheetSource> {
  const { periodId } = input.parse(sent);
  const proof = await findMonthProof(periodId);
  return {
    name: `Proof ${periodId}.xlsx`,
    sheetName: periodId,
    lead: [
      ['Month', periodName(periodId)],
      ['Proved', proof ? showDate(dateInChicago(new Date(proof.provedAt))) : 'Not yet'],
      [],
    ],
    columns: [
      { title: 'Partner', kind: 'text', width: 30 },
      { title: 'Payments', kind: 'text', width: 24 },
      { title: 'Lines', kind: 'number' },
      ...sums.map(([, title]): SheetColumn => ({ title, kind: 'money' })),
      { title: 'Differences', kind: 'number' },
    ],
    added: ['Lines', ...sums.map(([, title]) => title), 'Differences'],
    // The total is unknown, so the job shows no percentage.
    atMost: 0,
    pages: sheetPages(
      async (cursor) => {
        const { rows, last } = await groupProofs(periodId, cursor, rowsAtOnce);
        return { rows, next: last };
      },
      (row) => [
        row.partnerName,
        paymentTypeName(row.paymentTypeId),
        row.payments,
        ...sums.map(([key]) => row[key]),
        row.findingCount,
      ],
    ),
  };
}

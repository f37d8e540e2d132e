import * as z from 'zod';
import { dateInChicago, periodName, showDate } from '../../shared/calendar.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { sheetPages, type SheetSource } from '../files/sheet-source.ts';
import type { SheetColumn } from '../platform/sheets/write-sheet.ts';
import { findMonthProof, groupProofs } from './proof-store.ts';

const input = z.object({ periodId: z.string() });
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

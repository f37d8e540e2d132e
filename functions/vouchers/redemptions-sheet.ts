import * as z from 'zod';
import { dateInChicago, periodName } from '../../shared/calendar.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import { countRedemptions, redemptionsOfMonth } from './redemption-store.ts';

const input = z.object({ facilityId: z.string(), periodId: z.string() });

export async function redemptionsSheet(sent: z.input<typeof input>): Promise<SheetSource> {
  const { facilityId, periodId } = input.parse(sent);
  return {
    name: `Vouchers ${periodName(periodId)}.xlsx`,
    sheetName: 'Vouchers',
    columns: [
      { title: 'Redemption Date', kind: 'date' },
      { title: 'Program', kind: 'text', width: 36 },
      { title: 'Code', kind: 'text' },
      { title: 'Amount', kind: 'money', width: 14 },
      { title: 'Redeemed By', kind: 'text', width: 24 },
    ],
    added: ['Amount'],
    atMost: await countRedemptions(facilityId, periodId),
    pages: async function* pages(after) {
      for await (const { rows, cursor } of redemptionsOfMonth(facilityId, periodId, after))
        yield {
          cursor,
          rows: rows.map((row) => [
            dateInChicago(new Date(row.redeemedOn)),
            row.displayName,
            row.codeEnd,
            row.amount,
            row.redeemedBy,
          ]),
        };
    },
  };
}

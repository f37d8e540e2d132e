import type * as z from 'zod';
import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { whichReturned } from '../../../shared/bank-files/treasury-contract.ts';
import { returnMeasures } from '../../../shared/bank-files/return-rates.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { sheetPages, type SheetSource } from '../../files/sheet-source.ts';
import { gauges, returnedEntries } from './gauge-store.ts';

const pageSize = 200;

export async function returnedEntriesSheet(
  sent: z.input<typeof whichReturned>,
  at: Date,
): Promise<SheetSource> {
  const which = whichReturned.parse(sent);
  const counted = (await gauges(at)).find(({ bankFlow }) => bankFlow === which.bankFlow);
  return {
    name: 'Returned entries.xlsx',
    sheetName: 'Returned entries',
    lead: [
      ['Payments', bankFlowTable[which.bankFlow].label],
      ['Rate', returnMeasures.find(({ id }) => id === which.measure)?.name ?? ''],
      [],
    ],
    columns: [
      { title: 'Name', kind: 'text', width: 30 },
      { title: 'Account', kind: 'text' },
      { title: 'Code', kind: 'text' },
      { title: 'Meaning', kind: 'text', width: 40 },
      { title: 'Returned', kind: 'date' },
      { title: 'Trace number', kind: 'text', width: 18 },
      { title: 'Amount', kind: 'money' },
    ],
    added: ['Amount'],
    atMost: counted?.returned[which.measure] ?? 0,
    pages: sheetPages(
      async (cursor) => {
        const { items, nextCursor } = await returnedEntries(which, cursor, pageSize, at);
        return { rows: items, next: nextCursor };
      },
      ({ name, lastFour, code, at: returnedAt, trace, amount }) => [
        name,
        lastFour,
        code,
        returnCode(code).meaning,
        dateInChicago(new Date(returnedAt)),
        trace,
        amount,
      ],
    ),
  };
}

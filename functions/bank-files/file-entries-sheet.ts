import * as z from 'zod';
import { accountValidations } from '../../shared/bank-files/prenote.ts';
import { sheetPages, type SheetSource } from '../files/sheet-source.ts';
import { linesOf } from './entry-store.ts';
import { loadBankFile } from './store.ts';

const input = z.object({ bankFileId: z.string() });
const linesAtOnce = 500;

export async function fileEntriesSheet(sent: z.input<typeof input>): Promise<SheetSource> {
  const { bankFileId } = input.parse(sent);
  const file = await loadBankFile(bankFileId);
  return {
    name: `Entries of ${file.name}.xlsx`,
    sheetName: 'Entries',
    columns: [
      { title: 'Name', kind: 'text', width: 30 },
      { title: 'Account', kind: 'text' },
      { title: 'Trace number', kind: 'text', width: 18 },
      { title: 'Account validated', kind: 'text', width: 24 },
      { title: 'Amount', kind: 'money' },
    ],
    added: ['Amount'],
    atMost: file.lineCount,
    pages: sheetPages(
      async (cursor) => {
        const { lines, last } = await linesOf(bankFileId, cursor, linesAtOnce);
        return { rows: lines, next: last };
      },
      (line) => [
        line.name,
        line.lastFour,
        line.trace,
        accountValidations.find(({ id }) => line.kind === 'payment' && id === line.validatedBy)?.name,
        line.amount,
      ],
    ),
  };
}

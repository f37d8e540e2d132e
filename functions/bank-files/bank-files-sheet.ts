import * as z from 'zod';
import { accountValidations } from '../../shared/bank-files/prenote.ts';
import { sheetPages, type SheetSource } from '../files/sheet-source.ts';
import { linesOf } from './entry-store.ts';
import { loadBankFile, countBankFiles, pagesOfBankFiles } from './store.ts';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { loadUserNames } from '../users/store.ts';

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

export async function bankFilesSheet(): Promise<SheetSource> {
  return {
    name: 'Bank files.xlsx',
    sheetName: 'Bank files',
    columns: [
      { title: 'File', kind: 'text', width: 40 },
      { title: 'Payments', kind: 'text', width: 24 },
      { title: 'Status', kind: 'text', width: 24 },
      { title: 'Entries', kind: 'number' },
      { title: 'Debits', kind: 'money' },
      { title: 'Credits', kind: 'money' },
      { title: 'Effective', kind: 'date' },
      { title: 'Sent', kind: 'date' },
      { title: 'Sent by', kind: 'text', width: 24 },
      { title: 'SHA-256', kind: 'text', width: 66 },
    ],
    added: ['Entries', 'Debits', 'Credits'],
    atMost: await countBankFiles(),
    pages: async function* pages(after) {
      for await (const { rows, cursor } of pagesOfBankFiles(after)) {
        const names = await loadUserNames(rows.map(({ sentBy }) => sentBy));
        yield {
          cursor,
          rows: rows.map((file) => [
            file.name,
            bankFlowTable[file.bankFlow].label,
            bankFileStatuses.find(({ id }) => id === file.status)?.name,
            file.lineCount,
            file.debit,
            file.credit,
            file.effectiveDate,
            dateInChicago(new Date(file.startedAt)),
            names.get(file.sentBy) ?? '',
            file.fileHash,
          ]),
        };
      }
    },
  };
}

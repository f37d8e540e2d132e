import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import { countBankFiles, pagesOfBankFiles } from './store.ts';
import { loadUserNames } from '../users/store.ts';

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

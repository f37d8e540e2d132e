import * as z from 'zod';
import { inboxEntryStatuses, inboxFileStatuses, inboxKinds } from '../../../shared/bank-files/inbox-file.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { sheetPages, type SheetSource } from '../../files/sheet-source.ts';
import {
  countInbox,
  entriesOfFile,
  loadInboxFile,
  pagesOfInboxFiles,
  pagesOfOpenEntries,
} from './inbox-store.ts';

const dateOf = (instant: string) => dateInChicago(new Date(instant));

export const receivedFilesSheet = async (): Promise<SheetSource> => ({
  name: 'Received files.xlsx',
  sheetName: 'Received files',
  columns: [
    { title: 'File', kind: 'text', width: 40 },
    { title: 'Kind', kind: 'text', width: 28 },
    { title: 'Status', kind: 'text', width: 18 },
    { title: 'Received', kind: 'date' },
    { title: 'Entries', kind: 'number' },
    { title: 'Processed', kind: 'number' },
    { title: 'Repeated', kind: 'number' },
    { title: 'To review', kind: 'number' },
    { title: 'SHA-256', kind: 'text', width: 66 },
  ],
  added: ['Entries', 'Processed', 'Repeated', 'To review'],
  atMost: await countInbox('files'),
  pages: async function* pages(after) {
    for await (const { rows, cursor } of pagesOfInboxFiles(after))
      yield {
        cursor,
        rows: rows.map((file) => [
          file.name,
          inboxKinds.find(({ id }) => id === file.kind)?.name,
          inboxFileStatuses.find(({ id }) => id === file.status)?.name,
          dateOf(file.receivedAt),
          file.entryCount,
          file.applied,
          file.repeated,
          file.open,
          file.id,
        ]),
      };
  },
});

export const openEntriesSheet = async (): Promise<SheetSource> => ({
  name: 'To review.xlsx',
  sheetName: 'To review',
  columns: [
    { title: 'Code', kind: 'text' },
    { title: 'Name', kind: 'text', width: 30 },
    { title: 'Account', kind: 'text' },
    { title: 'Trace number', kind: 'text', width: 18 },
    { title: 'Amount', kind: 'money' },
    { title: 'Why', kind: 'text', width: 60 },
    { title: 'Received', kind: 'date' },
    { title: 'Deadline', kind: 'date' },
  ],
  added: ['Amount'],
  atMost: await countInbox('open entries'),
  pages: async function* pages(after) {
    for await (const { rows, cursor } of pagesOfOpenEntries(after))
      yield {
        cursor,
        rows: rows.map((entry) => [
          entry.code,
          entry.name,
          entry.lastFour,
          entry.originalTrace,
          entry.amount,
          entry.reason,
          dateOf(entry.receivedAt),
          entry.deadline,
        ]),
      };
  },
});

const ofFile = z.object({ inboxFileId: z.string() });
const entriesAtOnce = 500;

export async function receivedEntriesSheet(sent: z.input<typeof ofFile>): Promise<SheetSource> {
  const file = await loadInboxFile(ofFile.parse(sent).inboxFileId);
  return {
    name: `Entries of ${file.name || 'received file'}.xlsx`,
    sheetName: 'Entries',
    columns: [
      { title: 'Code', kind: 'text' },
      { title: 'Name', kind: 'text', width: 30 },
      { title: 'Account', kind: 'text' },
      { title: 'Trace number', kind: 'text', width: 18 },
      { title: 'Status', kind: 'text', width: 18 },
      { title: 'What happened', kind: 'text', width: 60 },
      { title: 'Note', kind: 'text', width: 40 },
      { title: 'Amount', kind: 'money' },
    ],
    added: ['Amount'],
    atMost: file.entryCount,
    pages: sheetPages(
      async (cursor) => {
        const { entries, last } = await entriesOfFile(file.id, cursor, entriesAtOnce);
        return { rows: entries, next: last };
      },
      (entry) => [
        entry.code,
        entry.name,
        entry.lastFour,
        entry.originalTrace,
        inboxEntryStatuses.find(({ id }) => id === entry.status)?.name,
        entry.reason,
        entry.note,
        entry.amount,
      ],
    ),
  };
}

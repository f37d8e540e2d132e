import {
  inboxEntry,
  inboxEntryColumns,
  inboxFile,
  inboxFileColumns,
  isOpenEntry,
  type InboxEntry,
  type InboxFile,
} from '../../../shared/bank-files/inbox-file.ts';
import type { Page } from '../../../shared/page.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { change } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { entity, sortsBy } from '../../table/entity.ts';
import { keys, lists } from '../../table/keys.ts';
import { countOf, listOf, pageOfList, pagesOfList, type ListQuery } from '../../table/list.ts';
import { get, mustGet, parseRow, queryItems } from '../../table/table.ts';

const inboxFileEntity = entity({
  name: 'inbox file',
  schema: inboxFile,
  key: ({ id }) => keys.inboxFile(id),
  inList: ({ receivedAt, name, kind, status }) => ({
    list: lists.inboxFiles(),
    sorts: sortsBy(inboxFileColumns, { receivedAt, name, kind, status }),
    words: [name],
  }),
});

const inboxFilesList = listOf(lists.inboxFiles(), inboxFileColumns, inboxFileEntity);

export const listInboxFiles = (query: ListQuery): Promise<Page<InboxFile>> =>
  pageOfList(inboxFilesList, query);

export const pagesOfInboxFiles = (after: string | null) =>
  pagesOfList(inboxFilesList, 'receivedAt', { ...(after !== null && { after }) });

export const findInboxFile = (fileHash: string): Promise<InboxFile | undefined> =>
  get(inboxFileEntity, keys.inboxFile(fileHash));

export const loadInboxFile = (fileHash: string): Promise<InboxFile> =>
  mustGet(inboxFileEntity, keys.inboxFile(fileHash), 'Received file not found.');

export const inboxFileChange = (before: InboxFile | null, after: InboxFile): Change[] =>
  change(inboxFileEntity, before, after, {
    lost: new Refusal('conflict', 'This file is being processed at this moment. Reload and try again.'),
  });

/** Six digits, so positions sort as text. */
const sortKeyOf = (position: number): string => String(position).padStart(6, '0');

const inboxEntryEntity = entity({
  name: 'inbox entry',
  schema: inboxEntry,
  key: ({ inboxFileId, position }) => keys.inboxEntry(inboxFileId, sortKeyOf(position)),
  inList: (entry) =>
    isOpenEntry(entry)
      ? {
          list: lists.openEntries(),
          sorts: sortsBy(inboxEntryColumns, {
            deadline: entry.deadline,
            receivedAt: entry.receivedAt,
            code: entry.code,
            amount: entry.amount,
            name: entry.name,
          }),
          words: [entry.name, entry.code, entry.originalTrace],
        }
      : null,
});

const openEntriesList = listOf(lists.openEntries(), inboxEntryColumns, inboxEntryEntity);

export const listOpenEntries = (query: ListQuery): Promise<Page<InboxEntry>> =>
  pageOfList(openEntriesList, query);

export const pagesOfOpenEntries = (after: string | null) =>
  pagesOfList(openEntriesList, 'deadline', { ...(after !== null && { after }) });

export const countInbox = (which: 'files' | 'open entries'): Promise<number> =>
  countOf(which === 'files' ? lists.inboxFiles() : lists.openEntries());

export const loadInboxEntry = (inboxFileId: string, position: number): Promise<InboxEntry> =>
  mustGet(inboxEntryEntity, keys.inboxEntry(inboxFileId, sortKeyOf(position)), 'Entry not found.');

export const inboxEntryChange = (before: InboxEntry | null, after: InboxEntry): Change[] =>
  change(inboxEntryEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else decided about this entry. Reload and try again.'),
  });

export async function entriesOfFile(
  inboxFileId: string,
  after: string | undefined,
  limit: number,
): Promise<{ entries: InboxEntry[]; last: string | null }> {
  const { pk, sk } = keys.inboxEntry(inboxFileId, '');
  const page = await queryItems(pk, { beginsWith: sk, after: after && `${sk}${after}`, limit });
  const entries = page.items.map((item) => parseRow(inboxEntryEntity, item));
  return { entries, last: page.last && sortKeyOf(entries.at(-1)?.position ?? 0) };
}

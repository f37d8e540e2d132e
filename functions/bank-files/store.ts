import type { InboxFile } from '../../shared/bank-files/inbox-file.ts';
import * as z from 'zod';
import {
  bankFile,
  bankFileColumns,
  openStatuses,
  type BankFile,
  type BankFileStatus,
} from '../../shared/bank-files/bank-file.ts';
import { addDays, dateInChicago, type CalendarDate, type PeriodId } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, putOnce } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, normalized, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { get, getMany, mustGet } from '../table/table.ts';
import { transact } from '../table/transact.ts';

/** Searchable statuses. A run of 36 files fills its transaction (100 items) without search terms. */
const listedStatuses: readonly BankFileStatus[] = [
  'unknown',
  'delivered',
  'submitted',
  'acknowledged',
  'settled',
  'canceled',
];

const isOpen = (status: BankFileStatus): boolean => openStatuses.includes(status);
const statusInOrder = (status: BankFileStatus): string => `${isOpen(status) ? 'open' : 'over'} ${status}`;

export const reversalColumns = ['askedAt'] as const;

const bankFileEntity = entity({
  name: 'bank file',
  schema: bankFile,
  key: ({ id }) => keys.bankFile(id),
  inList: ({ startedAt, name, bankFlow, status, effectiveDate, firstTrace }) => ({
    list: lists.bankFiles(),
    // Groups open files, so one query finds them.
    sorts: sortsBy(bankFileColumns, {
      startedAt,
      name,
      bankFlow,
      status: statusInOrder(status),
      effectiveDate,
      firstTrace,
    }),
    words: listedStatuses.includes(status) ? [name] : [],
  }),
  alsoInLists: (record) =>
    record.reversal?.confirmedBy === null
      ? [
          {
            key: keys.reversalRequest(record.id),
            list: lists.reversalRequests(),
            sorts: sortsBy(reversalColumns, record.reversal),
            // stored with the file; this write increases its version by one
            row: { ...record, version: record.version + 1 },
          },
        ]
      : [],
});
const bankFilesList = listOf(lists.bankFiles(), bankFileColumns, bankFileEntity);

export const countBankFiles = (): Promise<number> => countOf(lists.bankFiles());

export const pagesOfBankFiles = (after: string | null) =>
  pagesOfList(bankFilesList, 'startedAt', { ...(after !== null && { after }) });

export const listBankFiles = (listQuery: ListQuery): Promise<Page<BankFile>> =>
  pageOfList(bankFilesList, listQuery);

export const loadBankFile = (id: string): Promise<BankFile> =>
  mustGet(bankFileEntity, keys.bankFile(id), 'Bank file not found.');

export const loadBankFiles = (ids: readonly string[]): Promise<BankFile[]> =>
  getMany(bankFileEntity, ids.map(keys.bankFile), { consistent: true });

export async function bankFilesIn(statuses: readonly BankFileStatus[]): Promise<BankFile[]> {
  const starts = new Set(
    statuses.map((status) => (isOpen(status) ? 'open ' : `${normalized(statusInOrder(status))} #`)),
  );
  const files: BankFile[] = [];
  for (const beginsWith of starts)
    for await (const { rows } of pagesOfList(bankFilesList, 'status', { beginsWith })) files.push(...rows);
  return files.filter(({ status }) => statuses.includes(status));
}

/** Returns a month's files of payments that the bank has not acknowledged, as one page. */
export async function bankFilesWaiting(
  periodId: PeriodId,
  { sortBy = 'startedAt', sortOrder, filter: search = '' }: ListQuery,
): Promise<Page<BankFile>> {
  const column = bankFileColumns.find((name) => name === sortBy) ?? bankFileColumns[0];
  const files = (await bankFilesIn(['submitted']))
    .filter(({ filter, purpose }) => filter.periodId === periodId && (purpose ?? 'payments') === 'payments')
    .filter(({ name }) => normalized(name).includes(normalized(search)))
    .toSorted((left, right) => (left[column] < right[column] ? -1 : 1));
  const items = sortOrder === 'desc' ? files.toReversed() : files;
  return { items, totalCount: items.length, nextCursor: null };
}

/** Returns the files that one administrator requested to reverse, oldest request first. */
export const requestedReversals = async (pageSize: number): Promise<BankFile[]> =>
  (await pageOfList(listOf(lists.reversalRequests(), reversalColumns, bankFileEntity), { pageSize })).items;

export async function bankFilesStartedOn(day: CalendarDate): Promise<BankFile[]> {
  const files: BankFile[] = [];
  for (const beginsWith of [day, addDays(day, 1)].map(normalized))
    for await (const { rows } of pagesOfList(bankFilesList, 'startedAt', { beginsWith })) files.push(...rows);
  return files.filter(({ startedAt }) => dateInChicago(new Date(startedAt)) === day);
}

export async function bankFilesOn(date: string): Promise<BankFile[]> {
  const files: BankFile[] = [];
  for await (const { rows } of pagesOfList(bankFilesList, 'effectiveDate', { beginsWith: normalized(date) }))
    files.push(...rows);
  return files;
}

export const bankFileChange = (before: BankFile | null, after: BankFile): Change[] =>
  change(bankFileEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else updated this bank file. Reload to see the changes.'),
  });

/** Started run, keyed by the confirmed hash, so it is started only once. */
const bankRun = z.object({
  runHash: z.string(),
  fileIds: z.array(z.string()),
  jobId: z.string(),
  startedBy: z.string(),
  version: z.int(),
});
export type BankRun = z.output<typeof bankRun>;
const bankRunEntity = entity({
  name: 'bank run',
  schema: bankRun,
  key: ({ runHash }) => keys.bankRun(runHash),
});

export const loadBankRun = (runHash: string): Promise<BankRun | undefined> =>
  get(bankRunEntity, keys.bankRun(runHash));

export const bankRunChange = (before: BankRun | null, after: BankRun): Change[] =>
  change(bankRunEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else is already sending this file.'),
  });

const bankCheck = z.object({ id: z.string(), jobId: z.string(), version: z.int() });
type BankCheck = z.output<typeof bankCheck>;
const bankCheckEntity = entity({
  name: 'bank file check',
  schema: bankCheck,
  key: ({ id }) => keys.bankCheck(id),
});

export const loadBankCheck = (id: string): Promise<BankCheck | undefined> =>
  get(bankCheckEntity, keys.bankCheck(id));

export const bankCheckChange = (before: BankCheck | null, after: BankCheck): Change[] =>
  change(bankCheckEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else started checking these payments. Check the file again.'),
  });

/** Result of a preview, keyed by the digest of its inputs; `expiresAt` is in seconds. */
const preparation = z.object({
  inputDigest: z.string(),
  runHash: z.string(),
  preparedBy: z.string(),
  preparedAt: z.string(),
  expiresAt: z.int(),
});
export type Preparation = z.output<typeof preparation>;
const preparationEntity = entity({
  name: 'bank file preparation',
  schema: preparation,
  key: ({ inputDigest }) => keys.bankPreparation(inputDigest),
});

export const loadPreparation = (inputDigest: string): Promise<Preparation | undefined> =>
  get(preparationEntity, keys.bankPreparation(inputDigest));

/** Stores a preparation, or returns the existing one when a concurrent request stored it first. */
export async function storePreparation(created: Preparation, also: readonly Change[]): Promise<Preparation> {
  const there = new Refusal('conflict', 'Someone else is preparing the same file. Check it again.');
  try {
    await transact(
      putOnce(
        { ...keys.bankPreparation(created.inputDigest), entity: preparationEntity.name, ...created },
        there,
      ),
      ...also,
    );
    return created;
  } catch (error) {
    const theirs = error === there ? await loadPreparation(created.inputDigest) : undefined;
    if (!theirs) throw error;
    return theirs;
  }
}

export const writeAll = (changes: readonly Change[]): Promise<void> => transact(...changes);

/** Returns true for a file that was not canceled and that no line of a statement settled. */
export const isOnNoStatement = ({ status, statement }: BankFile): boolean =>
  !statement && status !== 'canceled' && status !== 'canceling';

/** Returns the files of the days of a statement that it does not contain. */
export async function filesNotOn({ kind, days = [] }: InboxFile): Promise<BankFile[]> {
  if (kind !== 'statement') return [];
  const files = await Promise.all(days.map(bankFilesOn));
  return files.flat().filter((file) => isOnNoStatement(file) && file.debit + file.credit > 0);
}

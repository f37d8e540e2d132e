import * as z from 'zod';
import {
  bankFile,
  bankFileColumns,
  openStatuses,
  type BankFile,
  type BankFileStatus,
} from '../../shared/bank-files/bank-file.ts';
import { addDays, dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, putOnce, type Change } from '../table/change.ts';
import { entity, normalized } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { get, getMany, mustGet } from '../table/table.ts';
import { transact } from '../table/transact.ts';

/**
 * The files that a search finds: those that left, or came to their end. A run of 36 files begins, or is canceled, in
 * one transaction of a hundred items, which has no place for the words of them all.
 */
const isFound: readonly BankFileStatus[] = [
  'unknown',
  'delivered',
  'submitted',
  'acknowledged',
  'settled',
  'canceled',
];

const isOpen = (status: BankFileStatus): boolean => openStatuses.includes(status);
const statusInOrder = (status: BankFileStatus): string => `${isOpen(status) ? 'open' : 'over'} ${status}`;

const bankFileEntity = entity({
  name: 'bank file',
  schema: bankFile,
  key: ({ id }) => keys.bankFile(id),
  inList: ({ startedAt, name, bankFlow, status, effectiveDate, firstTrace }) => ({
    list: lists.bankFiles(),
    // what somebody must still see to is together, so that one query finds it
    sorts: { startedAt, name, bankFlow, status: statusInOrder(status), effectiveDate, firstTrace },
    words: isFound.includes(status) ? [name] : [],
  }),
});
const bankFilesList = listOf(lists.bankFiles(), bankFileColumns, bankFileEntity);

export const countBankFiles = (): Promise<number> => countOf(lists.bankFiles());

/** Every bank file in the order they were started, behind a cursor. */
export const pagesOfBankFiles = (after: string | null) =>
  pagesOfList(bankFilesList, 'startedAt', { ...(after !== null && { after }) });

export const listBankFiles = (asked: ListQuery): Promise<Page<BankFile>> => pageOfList(bankFilesList, asked);

export const loadBankFile = (id: string): Promise<BankFile> =>
  mustGet(bankFileEntity, keys.bankFile(id), 'Bank file not found.');

export const loadBankFiles = (ids: readonly string[]): Promise<BankFile[]> =>
  getMany(bankFileEntity, ids.map(keys.bankFile), { consistent: true });

/** Every file in one of these states. Of the open ones there are few, so they are read together. */
export async function bankFilesIn(statuses: readonly BankFileStatus[]): Promise<BankFile[]> {
  const starts = new Set(
    statuses.map((status) => (isOpen(status) ? 'open ' : `${normalized(statusInOrder(status))} #`)),
  );
  const found: BankFile[] = [];
  for (const beginsWith of starts)
    for await (const { rows } of pagesOfList(bankFilesList, 'status', { beginsWith })) found.push(...rows);
  return found.filter(({ status }) => statuses.includes(status));
}

/** Every file that was started on a day in Chicago; such a day is in two of UTC. */
export async function bankFilesStartedOn(day: CalendarDate): Promise<BankFile[]> {
  const found: BankFile[] = [];
  for (const beginsWith of [day, addDays(day, 1)].map(normalized))
    for await (const { rows } of pagesOfList(bankFilesList, 'startedAt', { beginsWith })) found.push(...rows);
  return found.filter(({ startedAt }) => dateInChicago(new Date(startedAt)) === day);
}

/** Every file that is effective on a day. */
export async function bankFilesOn(date: string): Promise<BankFile[]> {
  const found: BankFile[] = [];
  for await (const { rows } of pagesOfList(bankFilesList, 'effectiveDate', { beginsWith: normalized(date) }))
    found.push(...rows);
  return found;
}

export const bankFileChange = (before: BankFile | null, after: BankFile): Change[] =>
  change(bankFileEntity, before, after, {
    lost: new Refusal('conflict', 'This bank file moved on meanwhile. Reload it.'),
  });

/** A run that was started: found by the hash that the administrator confirmed, so it is started once. */
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
    lost: new Refusal('conflict', 'Somebody else is sending this file already.'),
  });

/** The last check of a filter that a job makes, so that there is one at a time. */
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
    lost: new Refusal('conflict', 'Someone else began to check these payments. Check the file again.'),
  });

/** What a preview came to, found by the digest of everything it was made from; `expiresAt` is in seconds. */
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

/** Keeps a preparation unless somebody prepared the same meanwhile; returns the one that counts. */
export async function keepPreparation(made: Preparation, also: readonly Change[]): Promise<Preparation> {
  const there = new Refusal('conflict', 'The same file is being prepared by somebody else. Check it again.');
  try {
    await transact(
      putOnce({ ...keys.bankPreparation(made.inputDigest), entity: preparationEntity.name, ...made }, there),
      ...also,
    );
    return made;
  } catch (problem) {
    const theirs = problem === there ? await loadPreparation(made.inputDigest) : undefined;
    if (!theirs) throw problem;
    return theirs;
  }
}

export const writeAll = (changes: readonly Change[]): Promise<void> => transact(...changes);

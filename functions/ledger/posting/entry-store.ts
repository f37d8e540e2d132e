import { dateInChicago, periodOf, type PeriodId } from '../../../shared/calendar.ts';
import {
  ledgerEntry,
  textOfEntry,
  withoutZeros,
  type LedgerEntry,
} from '../../../shared/ledger/ledger-entry.ts';
import type { LedgerTail } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { sha256 } from '../../platform/digest.ts';
import { putOnce } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { entity, sortsBy } from '../../table/entity.ts';
import { keys, lists, type Key } from '../../table/keys.ts';
import { listOf } from '../../table/list.ts';
import { pageOfShards } from '../../table/sharded-list.ts';
import { parseRow, queryItems } from '../../table/table.ts';
import { getItems } from '../../table/batch-get-items.ts';
import { columnsOf } from '../../table/list-writes.ts';

/** Six digits, so a chain's entries sort in order of writing. */
const sortKeyOf = (sequence: number): string => String(sequence).padStart(6, '0');

type Placed = Pick<LedgerEntry, 'partnerId' | 'periodId' | 'paymentTypeId' | 'paymentId'>;

const keyOf = (placed: Placed, { life, sequence }: Pick<LedgerTail, 'life' | 'sequence'>): Key =>
  keys.ledgerEntry(placed, `${placed.paymentId}#${life}#${sortKeyOf(sequence)}`);

export const ledgerColumns = ['at'] as const;
const entryEntity = entity({
  name: 'ledger entry',
  schema: ledgerEntry,
  key: (entry) => keyOf(entry, entry),
  // one partition takes about a thousand writes per second, and every payment of the portal writes here
  inList: ({ at, hash }) => ({
    list: lists.ledger(postedIn(at), hash.slice(0, 1)),
    sorts: sortsBy(ledgerColumns, { at }),
  }),
});

/** First digits of hashes. */
const ledgerShards = Array.from('0123456789abcdef');

/** Returns the Chicago month in which an entry was posted. */
const postedIn = (at: string): PeriodId => periodOf(dateInChicago(new Date(at)));

/** Returns the expected hash of an entry. */
export const hashOf = (entry: Omit<LedgerEntry, 'hash'>): string => sha256(textOfEntry(entry));

export const sealed = (entry: Omit<LedgerEntry, 'hash'>): LedgerEntry => {
  const whole = { ...entry, balances: withoutZeros(entry.balances) };
  return { ...whole, hash: hashOf(whole) };
};

/** Creates an entry. Has no counter, so payments never write the same item. */
export function ledgerEntryAdded(entry: LedgerEntry): Change {
  const key = keyOf(entry, entry);
  const columnTexts = columnsOf(entryEntity, key, entryEntity.inList?.(entry) ?? null);
  return putOnce(
    { ...key, entity: entryEntity.name, ...entry, ...columnTexts },
    new Refusal('conflict', 'Someone else changed this payment. Reload and try again.'),
  );
}

/** Returns a page of the entries posted in a month, in order of posting; at least an eighth of `pageSize`. */
export async function postedEntries(
  periodId: PeriodId,
  after: string | null,
  pageSize: number,
): Promise<{ entries: LedgerEntry[]; next: string | null }> {
  const list = listOf(lists.ledger(periodId), ledgerColumns, entryEntity);
  const shards = ledgerShards.map((shard) => lists.ledger(periodId, shard));
  const { rows, cursor } = await pageOfShards(list, shards, { after, pageSize });
  return { entries: rows, next: cursor };
}

/** Returns a page of the entries of a partner's payments of one month and type, grouped by payment. */
export async function entriesOfGroup(
  group: Omit<Placed, 'paymentId'>,
  after: string | undefined,
  limit: number,
): Promise<{ entries: LedgerEntry[]; last: string | null }> {
  const { pk } = keys.ledgerEntry(group, '');
  const { items, last } = await queryItems(pk, { after, limit });
  return { entries: items.map((item) => parseRow(entryEntity, item)), last };
}

/** Returns the payments of a group that have no entries. */
export async function withoutEntries<
  SomeRecord extends { id: string; ledger?: LedgerTail | null | undefined },
>(group: Omit<Placed, 'paymentId'>, payments: readonly SomeRecord[]): Promise<SomeRecord[]> {
  const tailOf = ({ id, ledger }: SomeRecord) => ledger && keyOf({ ...group, paymentId: id }, ledger).sk;
  const keysOfTails = payments.flatMap(({ id, ledger }) =>
    ledger ? [keyOf({ ...group, paymentId: id }, ledger)] : [],
  );
  const there = new Set((await getItems(keysOfTails)).map(({ sk }) => sk));
  // A payment without its last entry may have earlier ones, which were already read and reported.
  const missing = payments.filter((payment) => !there.has(tailOf(payment)));
  const hasEntriesByIndex = await Promise.all(missing.map(({ id }) => hasEntries(group, id)));
  return missing.filter((_, index) => !hasEntriesByIndex[index]);
}

async function hasEntries(group: Omit<Placed, 'paymentId'>, paymentId: string): Promise<boolean> {
  const { pk, sk } = keys.ledgerEntry(group, `${paymentId}#`);
  return (await queryItems(pk, { beginsWith: sk, limit: 1 })).items.length > 0;
}

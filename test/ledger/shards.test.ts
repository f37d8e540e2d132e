import { beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntryAdded, postedEntries, sealed } from '../../functions/ledger/posting/entry-store.ts';
import { lists, keys } from '../../functions/table/keys.ts';
import { pageOfList } from '../../functions/table/list.ts';
import { put } from '../../functions/table/put-item.ts';
import { getItem } from '../../functions/table/get-item.ts';
import { transact } from '../../functions/table/transact.ts';
import { defined } from '../support/defined.ts';
import { useWorld } from '../support/world.ts';

useWorld();

const count = 120;
const periodId = '203001';

const entryAt = (place: number) =>
  sealed({
    paymentId: `P${String((place * 37) % count).padStart(3, '0')}`,
    payee: 'Anna Miller',
    partnerId: '1001',
    periodId,
    paymentTypeId: 6,
    // four entries at each instant
    at: new Date(Date.UTC(2030, 0, 10, 12, 0, Math.floor(place / 4))).toISOString(),
    life: '1',
    sequence: 1,
    steps: [{ event: 'generated', credit: 'owed', debit: 'to send', amount: 100 }],
    balances: { owed: -100, 'to send': 100 },
    previousHash: '',
  });

const entries = Array.from({ length: count }, (_, place) => entryAt(place));

beforeAll(async () => {
  for (const entry of entries) await transact(ledgerEntryAdded(entry));
  // releases before the shards put entries into one list
  for (const { partnerId, paymentTypeId, paymentId, life } of entries.slice(0, 30)) {
    const key = keys.ledgerEntry({ partnerId, periodId, paymentTypeId }, `${paymentId}#${life}#000001`);
    await transact({ item: put({ ...defined(await getItem(key)), list: lists.ledger(periodId) }) });
  }
});

async function readAll(pageSize: number) {
  const read: { at: string; paymentId: string }[] = [];
  const sizes: number[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof postedEntries>> = await postedEntries(periodId, after, pageSize);
    read.push(...page.entries);
    sizes.push(page.entries.length);
    after = page.next;
  } while (after !== null);
  return { read, sizes };
}

describe('the ledger of a month', () => {
  it.each([8, 40, 300])('is read once and in order of posting, in pages of %i', async (pageSize) => {
    const { read, sizes } = await readAll(pageSize);
    expect(read).toHaveLength(count);
    expect(new Set(read.map(({ paymentId }) => paymentId)).size).toBe(count);
    expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).toSorted());
    // a page is at least an eighth of its size, except the last
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(pageSize / 8);
  });

  it('has the same order for every page size, so that a seal does not depend on it', async () => {
    const [small, large] = [await readAll(8), await readAll(300)];
    expect(small.read).toEqual(large.read);
  });

  it('writes at most an eighth of its entries to one partition of the index', async () => {
    const list = (shard: string) => ({
      name: lists.ledger(periodId, shard),
      columns: ['at'],
      read: (item: object) => item,
    });
    const sizes = await Promise.all(
      Array.from('0123456789abcdef').map(
        async (shard) => (await pageOfList(list(shard), { pageSize: count })).items.length,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count - 30);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(count / 8);
  });
});

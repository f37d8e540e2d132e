import { itemOf } from '../../functions/table/change.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { searchEntries } from '../../functions/table/search-text.ts';
import { newVoucherCode } from '../../functions/vouchers/new-code.ts';
import { listVouchers, voucherEntity, voucherId } from '../../functions/vouchers/store.ts';
import { showCode } from '../../shared/vouchers/voucher-code.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { costOf, medianOf, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const today = '2026-11-22';
const endDate = '2099-12-31';

/** Every fourth came back: a page of a hundred vouchers is full for both statuses. */
const statusAt = (place: number): Voucher['status'] => (place % 4 === 1 ? 'undeliverable' : 'sent');

const voucherAt = (batchId: string, place: number): Voucher => ({
  id: voucherId(batchId, place),
  batchId,
  programId: '1',
  partnerId: '901',
  place,
  code: newVoucherCode(),
  recipientEmail: `v${(place * 7919) % 1_000_003}@bench.test`,
  metadata: { Site: `Site ${place % 12}` },
  status: statusAt(place),
  linkNumber: 1,
  tokenHash: `${batchId}-${place}`,
  emailNumber: 1,
  emailedOn: '2026-07-01T12:00:00.000Z',
  softBounces: 0,
  bouncedEmail: 0,
  emailProblem: null,
  facilityId: null,
  facilityNumber: null,
  facilityName: null,
  redeemedBy: null,
  redeemedOn: null,
  version: 1,
});

/** Puts a program's vouchers into the table with their search entries; gives one from the middle. */
async function load(batchId: string, rows: number): Promise<Voucher> {
  const list = lists.vouchers(batchId);
  const middle = voucherAt(batchId, Math.floor(rows / 2));
  for (let start = 0; start < rows; start += 500) {
    const places = Array.from({ length: Math.min(500, rows - start) }, (_, index) => start + index);
    const some = places.map((place) => (place === middle.place ? middle : voucherAt(batchId, place)));
    await putAll(
      some.flatMap((one) => {
        const item = itemOf(voucherEntity, one);
        const of = { pk: item.pk, sk: item.sk };
        const entries = searchEntries(voucherEntity.inList?.(one)?.words ?? []);
        return [
          item,
          ...entries.map(({ text, from }) => ({
            ...keys.search(list, text, `${of.pk}|${of.sk}`),
            of,
            from,
          })),
        ];
      }),
    );
  }
  await putAll([{ ...keys.count(list), n: rows }]);
  return middle;
}

/** A page of the table, searches and filters in programs of several sizes: the same cost in all of them. */
export async function benchVoucherPages(sizes: readonly number[]): Promise<Line[]> {
  const programs = [];
  for (const rows of sizes) {
    const batchId = `bench-${rows}`;
    programs.push({ batchId, endDate, middle: await load(batchId, rows) });
  }
  const asked: [string, (middle: Voucher) => Parameters<typeof listVouchers>[1]][] = [
    ['the first page', () => ({})],
    ['sorted by address', () => ({ sortBy: 'recipientEmail' })],
    ['searched by an address', ({ recipientEmail }) => ({ filter: recipientEmail })],
    ['searched by a beginning of many', () => ({ filter: 'v' })],
    ['searched by a code', ({ code }) => ({ filter: code })],
    ['searched by a code in groups', ({ code }) => ({ filter: showCode(code) })],
    ['filtered by sent', () => ({ status: 'sent' })],
    ['filtered by undeliverable', () => ({ status: 'undeliverable' })],
  ];
  const lines: Line[] = [];
  for (const [what, ask] of asked) {
    const costs = [];
    const times = [];
    for (const { middle, ...program } of programs) {
      const read = () => listVouchers(program, ask(middle), today);
      costs.push(await costOf(read));
      times.push(await medianOf(7, read));
    }
    const [small = { roundTrips: 1, readUnits: 1 }, ...larger] = costs;
    const worst = Math.max(...larger.map(({ readUnits }) => readUnits / small.readUnits));
    const trips = Math.max(...costs.map(({ roundTrips }) => roundTrips));
    lines.push({
      what: `${what}: ${trips} round trips, ${small.readUnits} read units`,
      value: `${worst.toFixed(3)} × · ${times.map((time) => time.toFixed(1)).join(' / ')} ms`,
      bound: 'at most 1.05 ×, 3 round trips',
      holds: worst <= 1.05 && trips <= 3,
    });
  }
  return lines;
}

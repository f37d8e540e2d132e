import type { CalendarDate } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  storedAs,
  voucher,
  voucherColumns,
  type Voucher,
  type VoucherStatus,
} from '../../shared/vouchers/voucher.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { change, type Change } from '../table/change.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, type ListQuery } from '../table/list.ts';
import { eachItem, getItem, mustGet, parseRow, queryItems } from '../table/table.ts';

const voucherEntity = entity({
  name: 'voucher',
  schema: voucher,
  key: ({ id }) => keyOf(id),
  inList: (one) => ({
    list: lists.vouchers(one.batchId),
    sorts: sortsBy(voucherColumns, {
      place: one.place,
      recipientEmail: one.recipientEmail,
      status: one.status,
      redeemedOn: one.redeemedOn,
    }),
    words: [one.recipientEmail, one.code],
  }),
  unique: ({ code, tokenHash }) => [
    { kind: 'voucher-code', value: code },
    { kind: 'voucher-token', value: tokenHash },
  ],
});

const rowOf = (place: number): string => String(place).padStart(5, '0');

export const voucherId = (batchId: string, place: number): string => `${batchId}-${rowOf(place)}`;

const keyOf = (id: string) => {
  const end = id.lastIndexOf('-');
  return keys.voucher(id.slice(0, Math.max(0, end)), id.slice(end + 1));
};

export const voucherConflict = () =>
  new Refusal('conflict', 'Someone else changed this voucher. Reload and try again.');

export const voucherChange = (before: Voucher | null, after: Voucher | null): Change[] =>
  change(voucherEntity, before, after, { lost: voucherConflict() });

export const loadVoucher = (id: string): Promise<Voucher> =>
  mustGet(voucherEntity, keyOf(id), 'Voucher not found.');

/** Returns the voucher of a unique name: its code, or the hash of its link's token. */
async function holderOf(kind: 'voucher-code' | 'voucher-token', value: string): Promise<Voucher | undefined> {
  const name = await getItem(keys.unique(kind, value));
  const [pk = '', sk = ''] = typeof name?.owner === 'string' ? name.owner.split('|') : [];
  if (pk === '') return undefined;
  const item = await getItem({ pk, sk });
  return item && parseRow(voucherEntity, item);
}

export const voucherOfCode = (code: string) => holderOf('voucher-code', code);
export const voucherOfToken = (tokenHash: string) => holderOf('voucher-token', tokenHash);

/** Returns vouchers of a recipients file in order after one of them, with a consistent read. */
export async function vouchersAfter(
  batchId: string,
  place: number,
  count: number,
): Promise<{ vouchers: Voucher[]; isLast: boolean }> {
  const { items, last } = await queryItems(keyOf(voucherId(batchId, 0)).pk, {
    limit: count,
    ...(place > 0 && { after: keyOf(voucherId(batchId, place)).sk }),
  });
  return { vouchers: items.map((item) => parseRow(voucherEntity, item)), isLast: last === null };
}

/** All vouchers of a recipients file in order; a file has at most ten thousand. */
export async function* allVouchers(batchId: string): AsyncGenerator<Voucher> {
  for await (const item of eachItem(keyOf(voucherId(batchId, 0)).pk)) yield parseRow(voucherEntity, item);
}

export const countVouchers = (batchId: string): Promise<number> => countOf(lists.vouchers(batchId));

/** Four symbols, a hyphen, and more: a code or its beginning as displayed. */
const grouped = /^[a-z2-9]{4}(-[a-z2-9]{1,4}){1,2}$/i;

/** Returns a page of a program's vouchers: of one status on a day, or with a prefix of address or code. */
export async function listVouchers(
  { batchId, endDate }: Pick<VoucherProgram, 'batchId' | 'endDate'>,
  { status, ...query }: ListQuery & { status?: VoucherStatus | undefined },
  today: CalendarDate,
): Promise<Page<Voucher>> {
  const nothing = { items: [], totalCount: 0, nextCursor: null };
  if (batchId === null) return nothing;
  const list = listOf(lists.vouchers(batchId), voucherColumns, voucherEntity);
  const stored = status && storedAs(status, endDate, today);
  if ((query.filter ?? '') !== '') {
    const text = query.filter ?? '';
    const found = await pageOfList(list, query);
    const page =
      found.items.length === 0 && grouped.test(text)
        ? await pageOfList(list, { ...query, filter: text.replaceAll('-', '') })
        : found;
    return stored ? { ...page, items: page.items.filter((one) => stored.includes(one.status)) } : page;
  }
  if (!stored) return pageOfList(list, query);
  if (stored.length === 0) return nothing;
  // of the two open statuses after the end date, nearly all vouchers are sent; the others follow on a page of their own
  return pageOfStatuses(list, query, stored);
}

type VoucherList = Parameters<typeof pageOfList<Voucher>>[0];

/** Returns a page of the rows of several statuses in turn; the cursor is prefixed with its status. */
async function pageOfStatuses(
  list: VoucherList,
  query: ListQuery,
  statuses: readonly string[],
): Promise<Page<Voucher>> {
  const [, turn = '0', cursor = query.cursor] = /^(\d)\.(.*)$/.exec(query.cursor ?? '0.') ?? [];
  const at = Number(turn);
  const page = await pageOfList(list, {
    ...query,
    sortBy: 'status',
    beginsWith: statuses[at] ?? '',
    cursor: cursor || undefined,
  });
  const goesOn = at + 1 < statuses.length;
  return { ...page, nextCursor: page.nextCursor ? `${at}.${page.nextCursor}` : goesOn ? `${at + 1}.` : null };
}

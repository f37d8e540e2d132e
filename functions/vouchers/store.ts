import type { CalendarDate } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  statusOn,
  storedAs,
  voucher,
  voucherColumns,
  type Voucher,
  type VoucherRow,
  type VoucherStatus,
  showCode,
  isRedeemedOn,
} from '../../shared/vouchers/voucher.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, type ListQuery } from '../table/list.ts';
import { eachItem, mustGet, parseRow, queryItems } from '../table/table.ts';
import { getItem } from '../table/get-item.ts';

const voucherEntity = entity({
  name: 'voucher',
  schema: voucher,
  key: ({ id }) => keyOf(id),
  inList: (row) => ({
    list: lists.vouchers(row.batchId),
    sorts: sortsBy(voucherColumns, {
      place: row.place,
      recipientEmail: row.recipientEmail,
      status: row.status,
      redeemedOn: row.redeemedOn,
    }),
    words: [row.recipientEmail, row.code],
  }),
  unique: ({ code, tokenHash }) => [
    { kind: 'voucher-code', value: code },
    { kind: 'voucher-token', value: tokenHash },
  ],
});

const rowOf = (index: number): string => String(index).padStart(5, '0');

export const voucherId = (batchId: string, index: number): string => `${batchId}-${rowOf(index)}`;

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
  index: number,
  count: number,
): Promise<{ vouchers: Voucher[]; isLast: boolean }> {
  const { items, last } = await queryItems(keyOf(voucherId(batchId, 0)).pk, {
    limit: count,
    ...(index > 0 && { after: keyOf(voucherId(batchId, index)).sk }),
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
    const exactPage = await pageOfList(list, query);
    const page =
      exactPage.items.length === 0 && grouped.test(text)
        ? await pageOfList(list, { ...query, filter: text.replaceAll('-', '') })
        : exactPage;
    return stored ? { ...page, items: page.items.filter((row) => stored.includes(row.status)) } : page;
  }
  if (!stored) return pageOfList(list, query);
  if (stored.length === 0) return nothing;
  // of the two open statuses after the end date, nearly all vouchers are sent; the others follow on a page of their own
  return pageOfStatuses(list, query, stored);
}

type VoucherList = Parameters<typeof pageOfList<Voucher>>[0];

/** Returns a page of the rows of several statuses in attempt; the cursor is prefixed with its status. */
async function pageOfStatuses(
  list: VoucherList,
  query: ListQuery,
  statuses: readonly string[],
): Promise<Page<Voucher>> {
  const [, index = '0', cursor = query.cursor] = /^(\d)\.(.*)$/.exec(query.cursor ?? '0.') ?? [];
  const position = Number(index);
  const page = await pageOfList(list, {
    ...query,
    sortBy: 'status',
    beginsWith: statuses[position] ?? '',
    cursor: cursor || undefined,
  });
  const hasNext = position + 1 < statuses.length;
  return {
    ...page,
    nextCursor: page.nextCursor ? `${position}.${page.nextCursor}` : hasNext ? `${position + 1}.` : null,
  };
}

export const voucherRowOf = (voucher: Voucher, endDate: CalendarDate, today: CalendarDate): VoucherRow => ({
  ...voucher,
  code: showCode(voucher.code),
  status: statusOn(voucher.status, endDate, today),
  isRedeemedToday: isRedeemedOn(voucher, today),
});

import { Refusal } from '../../shared/refusal.ts';
import type { Page } from '../../shared/page.ts';
import {
  noCounts,
  voucherCounts,
  voucherProgram,
  voucherProgramColumns,
  type VoucherCounts,
  type VoucherProgram,
} from '../../shared/vouchers/voucher-program.ts';
import { change } from '../table/change.ts';
import type { Change, Write } from '../table/write.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, type ListQuery } from '../table/list.ts';
import { nextNumber } from '../table/numbers.ts';
import { mustGet } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { update } from '../table/update-item.ts';

const programEntity = entity({
  name: 'voucher program',
  schema: voucherProgram,
  key: ({ id }) => keys.voucherProgram(id),
  inList: (program) => ({
    list: lists.voucherPrograms(program.partnerId),
    sorts: sortsBy(voucherProgramColumns, {
      displayName: program.displayName,
      startDate: program.startDate,
      endDate: program.endDate,
      redemptionValue: program.redemptionValue,
    }),
    words: [program.displayName],
  }),
});

export const loadProgram = (id: string): Promise<VoucherProgram> =>
  mustGet(programEntity, keys.voucherProgram(id), 'Voucher program not found.');

export const nextProgramId = async (): Promise<string> => String(await nextNumber('voucher-program'));

export const programConflict = 'Someone else changed this voucher program. Reload and try again.';

export const programChange = (before: VoucherProgram | null, after: VoucherProgram | null): Change[] =>
  change(programEntity, before, after, { lost: new Refusal('conflict', programConflict) });

export async function listPrograms(
  partnerId: string,
  query: ListQuery,
): Promise<Page<{ program: VoucherProgram; counts: VoucherCounts }>> {
  const list = listOf(lists.voucherPrograms(partnerId), voucherProgramColumns, programEntity);
  const page = await pageOfList(list, query);
  const counts = await loadCounts(page.items.map(({ id }) => id));
  return {
    ...page,
    items: page.items.map((program, index) => ({ program, counts: counts[index] ?? noCounts })),
  };
}

export async function loadCounts(programIds: readonly string[]): Promise<VoucherCounts[]> {
  const items = await getItems(programIds.map(keys.voucherCounts), { consistent: true });
  const counts = new Map(items.map((item) => [item.pk, voucherCounts.parse({ ...noCounts, ...item })]));
  return programIds.map((id) => counts.get(keys.voucherCounts(id).pk) ?? noCounts);
}

/** Returns the write that updates a program's counts; one item, so that a list needs one read per row. */
export function countsWrite(programId: string, by: Partial<VoucherCounts>): Write[] {
  const steps = Object.entries(by).filter(([, step]) => step !== 0);
  if (steps.length === 0) return [];
  return [
    {
      item: update(keys.voucherCounts(programId), {
        text: `ADD ${steps.map(([name]) => `#${name} :${name}`).join(', ')}`,
        names: Object.fromEntries(steps.map(([name]) => [`#${name}`, name])),
        values: Object.fromEntries(steps.map(([name, step]) => [`:${name}`, step])),
      }),
    },
  ];
}

/** Returns how a status change affects the program's counts; drafts are not counted. */
export function countsStep(
  before: Pick<Voucher, 'status'>,
  after: Pick<Voucher, 'status'>,
): Partial<VoucherCounts> {
  if (before.status === after.status) return {};
  return {
    ...(before.status !== 'draft' && { [before.status]: -1 }),
    ...(after.status !== 'draft' && { [after.status]: 1 }),
  };
}

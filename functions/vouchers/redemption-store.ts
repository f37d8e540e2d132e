import type { PeriodId } from '../../shared/calendar.ts';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { redemption, redemptionColumns, type Redemption } from '../../shared/vouchers/redemption.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { countsAt } from '../table/counters.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { get } from '../table/table.ts';

const periodOfRedemption = ({ redeemedOn }: Redemption): PeriodId =>
  periodOf(dateInChicago(new Date(redeemedOn)));

const redemptionEntity = entity({
  name: 'voucher redemption',
  schema: redemption,
  key: ({ voucherId }) => keys.redemption(voucherId),
  inList: (row) => ({
    list: lists.redemptions(row.facilityId, periodOfRedemption(row)),
    sorts: sortsBy(redemptionColumns, {
      redeemedOn: row.redeemedOn,
      displayName: row.displayName,
      amount: row.amount,
      redeemedBy: row.redeemedBy,
    }),
  }),
});

const listOfMonth = (facilityId: string, periodId: PeriodId) =>
  listOf(lists.redemptions(facilityId, periodId), redemptionColumns, redemptionEntity);

/** Returns the writes that add or remove a club's redemption, with the month's total. */
export function redemptionChange(before: Redemption | null, after: Redemption | null): Change[] {
  const lost = new Refusal('conflict', 'This voucher was redeemed or changed by someone else. Try again.');
  const [row, by] = after ? [after, after.amount] : [before, -(before?.amount ?? 0)];
  if (!row) return [];
  const total = keys.redemptionTotal(row.facilityId, periodOfRedemption(row));
  return [...change(redemptionEntity, before, after, { lost }), { count: total, by }];
}

export const loadRedemption = (voucherId: string): Promise<Redemption | undefined> =>
  get(redemptionEntity, keys.redemption(voucherId));

/** Returns a page of a club's redemptions in a month, with their number and total in cents. */
export async function redemptionsPage(facilityId: string, periodId: PeriodId, query: ListQuery) {
  const [page, [totalAmount = 0]] = await Promise.all([
    pageOfList(listOfMonth(facilityId, periodId), query),
    countsAt([keys.redemptionTotal(facilityId, periodId)]),
  ]);
  return { ...page, totalAmount };
}

export const countRedemptions = (facilityId: string, periodId: PeriodId): Promise<number> =>
  countOf(lists.redemptions(facilityId, periodId));

export const redemptionsOfMonth = (facilityId: string, periodId: PeriodId, after: string | null) =>
  pagesOfList(listOfMonth(facilityId, periodId), 'redeemedOn', { ...(after !== null && { after }) });

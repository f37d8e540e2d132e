import * as z from 'zod';
import type { PartnerGroupMembership } from '../../../shared/payments/due-payment.ts';
import { keys, lists } from '../../table/keys.ts';
import { getItems } from '../../table/batch-get-items.ts';
import { eachItem } from '../../table/table.ts';
import { addTotals, noTotals, type Totals } from '../lists/total-store.ts';
import { totals, type PartnerProgress, partName, type GenerationContext } from './generation-cursor.ts';

/** Returns the roster size of each partner with a program of the type. */
export async function membersOf(partners: readonly PartnerGroupMembership[]): Promise<number[]> {
  const counter = (id: string) => keys.count(lists.employees(id));
  const hasProgram = ({ groupMembership }: PartnerGroupMembership) => groupMembership !== undefined;
  const items = await getItems(partners.filter(hasProgram).map(({ partner }) => counter(partner.id)));
  const counts = new Map(items.map(({ pk, n }) => [pk, Number(n ?? 0)]));
  return partners.map(({ partner }) => counts.get(counter(partner.id).pk) ?? 0);
}

const rangeResult = z.object({ sums: totals, met: z.int() });

/** Loads the sums of a partner's ranges of facilities. */
export async function loadRangeResults(
  { jobId }: GenerationContext,
  progress: PartnerProgress,
): Promise<{ sums: Totals; met: number }> {
  const { pk, sk } = keys.generationPart(jobId, progress.partnerId, partName('RANGE', progress));
  let result = { sums: noTotals, met: 0 };
  for await (const item of eachItem(pk, sk)) {
    const { sums, met } = rangeResult.parse(item);
    result = { sums: addTotals(result.sums, sums), met: result.met + met };
  }
  return result;
}

import { planRecord, plansFor, type Plan, type PlanRecord } from '../../shared/facilities/plans.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { eachItem, parseRow } from '../table/table.ts';

const planEntity = entity({
  name: 'plan',
  schema: planRecord,
  key: ({ id }) => keys.plan(String(id).padStart(9, '0')),
});

/** Returns every plan in the order of its ID, with one query. */
export async function allPlans(): Promise<PlanRecord[]> {
  const plans: PlanRecord[] = [];
  for await (const item of eachItem(keys.plan('').pk)) plans.push(parseRow(planEntity, item));
  return plans;
}

/** Returns the plans visible to members of these partners; guests have no partners. */
export const loadPlans = async (partnerIds: readonly string[] = []): Promise<Plan[]> =>
  plansFor(await allPlans(), partnerIds);

export const planChange = (before: PlanRecord | null, after: PlanRecord): Change[] =>
  change(planEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this plan. Reload and try again.'),
  });

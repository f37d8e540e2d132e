import * as z from 'zod';
import {
  fraudHitsOverMonths,
  fraudRules,
  type CountedFraudRule,
  type FraudRuleId,
} from '../../../shared/bank-files/treasury-contract.ts';
import { addPeriods, dateInChicago, periodOf, type PeriodId } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { change } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { get } from '../../table/table.ts';
import { getItems } from '../../table/batch-get-items.ts';

const fraudCounter = (rule: CountedFraudRule, month: PeriodId) => keys.bankGauge('FRAUD', month, rule);

export const fraudHits = (rule: CountedFraudRule, by: number, now: Date): Change[] =>
  by === 0 ? [] : [{ count: fraudCounter(rule, periodOf(dateInChicago(now))), by }];

export async function fraudHitCounts(now: Date): Promise<Map<FraudRuleId, number>> {
  const months = Array.from({ length: fraudHitsOverMonths }, (_, ago) =>
    addPeriods(periodOf(dateInChicago(now)), -ago),
  );
  const wanted = fraudRules.flatMap((rule) =>
    rule.counts ? months.map((month) => ({ rule: rule.id, key: fraudCounter(rule.id, month) })) : [],
  );
  const items = await getItems(wanted.map(({ key }) => key));
  const counts = new Map(items.map(({ pk, sk, n }) => [`${String(pk)}|${String(sk)}`, Number(n)]));
  const sums = new Map<FraudRuleId, number>();
  for (const { rule, key } of wanted)
    sums.set(rule, (sums.get(rule) ?? 0) + (counts.get(`${key.pk}|${key.sk}`) ?? 0));
  return sums;
}

const fraudReview = z.object({
  reviewedOn: z.string(),
  note: z.string(),
  reviewedBy: z.string(),
  version: z.int(),
});
const fraudReviewEntity = entity({
  name: 'fraud review',
  schema: fraudReview,
  key: () => keys.bankGauge('FRAUD', 'REVIEW', 'REVIEW'),
});
export type FraudReview = z.output<typeof fraudReview>;

export const findFraudReview = (): Promise<FraudReview | undefined> =>
  get(fraudReviewEntity, keys.bankGauge('FRAUD', 'REVIEW', 'REVIEW'));

export const fraudReviewChange = (before: FraudReview | null, after: FraudReview): Change[] =>
  change(fraudReviewEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else recorded a review. Reload and try again.'),
  });

import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { fraudRules, nextFraudReview } from '../../../shared/bank-files/treasury/fraud-rules.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { handle } from '../../handle.ts';
import { findFraudReview, fraudHitCounts } from '../treasury/fraud-store.ts';
import { loadUserNames } from '../../users/store.ts';

export const handler = handle(bankFiles.getFraudMonitoring, async ({ now }) => {
  const [hits, review] = await Promise.all([fraudHitCounts(now), findFraudReview()]);
  const names = await loadUserNames(review ? [review.reviewedBy] : []);
  const nextBy = review && nextFraudReview(review.reviewedOn);
  return {
    rules: fraudRules.map(({ id }) => ({ id, hits: hits.get(id) ?? null })),
    review:
      review && nextBy
        ? {
            reviewedOn: review.reviewedOn,
            note: review.note,
            reviewedByName: names.get(review.reviewedBy) ?? '',
            nextBy,
          }
        : null,
    isDue: !nextBy || nextBy < dateInChicago(now),
    version: review?.version ?? 0,
  };
});

import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { writeAll } from '../store.ts';
import { findFraudReview, fraudReviewChange } from '../treasury/fraud-store.ts';

export const handler = handle(
  bankFiles.recordFraudReview,
  async ({ body: { note, version }, caller, now }) => {
    const before = (await findFraudReview()) ?? null;
    if ((before?.version ?? 0) !== version)
      throw new Refusal('conflict', 'Someone else recorded a review. Reload and try again.');
    const reviewedOn = dateInChicago(now);
    const review = { reviewedOn, note, reviewedBy: caller.userId, version };
    const event = { name: 'fraud rules reviewed', subject: 'fraud rules', who: caller.userId } as const;
    await writeAll([
      ...fraudReviewChange(before, review),
      auditWrite({ ...event, before: { reviewedOn: before?.reviewedOn }, after: { reviewedOn, note } }, now),
    ]);
    return { success: true };
  },
);

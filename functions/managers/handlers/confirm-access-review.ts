import { managers } from '../../../shared/contracts/managers.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../../partners/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { nameOf } from '../../users/caller.ts';
import { accessReviewChange, accessReviewOf } from '../access-review-store.ts';

export const handler = handle(
  managers.confirmAccessReview,
  async ({ params: { partnerId }, body: { version }, caller, now }) => {
    await loadPartner(partnerId);
    const before = await accessReviewOf(partnerId, now);
    if (before.version !== version)
      throw new Refusal('conflict', 'Someone else reviewed the access. Reload to see the result.');
    const after = { ...before, reviewedOn: dateInChicago(now), reviewedBy: nameOf(caller) };
    await transact(
      ...accessReviewChange(before, after),
      auditWrite({ name: 'access reviewed', subject: `partner ${partnerId}`, who: caller.userId }, now),
    );
    return { success: true, message: 'The review is recorded.' };
  },
);

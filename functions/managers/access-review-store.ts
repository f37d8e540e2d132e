import { dateInChicago } from '../../shared/calendar.ts';
import { accessReviewRecord, type AccessReviewRecord } from '../../shared/managers/access-review.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import type { Change } from '../table/write.ts';

const accessReviewEntity = entity({
  name: 'access review',
  schema: accessReviewRecord,
  key: ({ partnerId }) => keys.accessReview(partnerId),
});

/** Returns the reviews of a partner; the first period begins now if none is stored (version 0). */
export const accessReviewOf = async (partnerId: string, now: Date): Promise<AccessReviewRecord> =>
  (await get(accessReviewEntity, keys.accessReview(partnerId))) ?? {
    partnerId,
    startedOn: dateInChicago(now),
    reviewedOn: null,
    reviewedBy: null,
    remindedOn: null,
    version: 0,
  };

export const accessReviewChange = (before: AccessReviewRecord, after: AccessReviewRecord): Change[] =>
  change(accessReviewEntity, before.version === 0 ? null : before, after, {
    lost: new Refusal('conflict', 'Someone else reviewed the access. Reload to see the result.'),
  });

import { partnerOwner } from '../../../shared/integrations/webhooks/owner.ts';
import type { LateStep } from '../../table/write.ts';
import { eventStep } from './events.ts';

/** Returns the event of a completed roster change or upload. */
export const rosterCompleted = (
  partnerId: string,
  rosterChangeId: string,
  { changed, failed }: { changed: number; failed: number },
): LateStep =>
  eventStep({
    kind: 'roster.completed',
    subject: `partner ${partnerId}`,
    owners: ['all', partnerOwner(partnerId)],
    data: { partnerId, rosterChangeId, changed, failed },
  });

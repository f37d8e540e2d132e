import type { Visit } from '../../../shared/visits/visit.ts';
import { facilityOwner } from '../../../shared/integrations/webhooks/owner.ts';
import type { LateStep } from '../../table/write.ts';
import { eventStep } from './events.ts';

/** Returns the event of a counted visit, for administrators and the visited club. */
export const visitCounted = ({
  memberId,
  partnerId,
  facilityId,
  date,
}: Pick<Visit, 'memberId' | 'partnerId' | 'facilityId' | 'date'>): LateStep =>
  eventStep({
    kind: 'visit.counted',
    subject: `member ${memberId}`,
    owners: ['all', facilityOwner(facilityId)],
    data: { memberId, partnerId, facilityId, date },
  });

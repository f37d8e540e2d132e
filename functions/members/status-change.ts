import type { Member } from '../../shared/members/member.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { memberChange } from './store.ts';

/**
 * The writes of a member's move to another status, and its audit event.
 *
 * @param told what the event says beside the new status, such as the day of activation
 */
export const memberStatusChange = (
  before: Member,
  after: Member,
  told: object,
  { who, now }: { who: string; now: Date },
): Change[] => [
  ...memberChange(before, after),
  auditWrite(
    {
      name: 'member status changed',
      subject: `member ${before.id}`,
      partnerId: before.partnerId,
      who,
      before: { invitationStatus: before.invitationStatus },
      after: { invitationStatus: after.invitationStatus, ...told },
    },
    now,
  ),
];

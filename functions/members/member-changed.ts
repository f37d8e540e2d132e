import type { Member } from '../../shared/members/member.ts';
import { auditWrite } from '../table/audit.ts';

/** Returns the audit event of changed fields of a member, without their values. */
export const memberChanged = (
  { id, partnerId }: Pick<Member, 'id' | 'partnerId'>,
  after: { fields: readonly string[]; rosterChange?: string },
  { who, now }: { who: string; now: Date },
) => auditWrite({ name: 'member changed', subject: `member ${id}`, partnerId, who, after }, now);

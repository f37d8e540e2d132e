import { deleted, invitationStatusName } from '../../../shared/members/member.ts';
import { memberStatuses, type MemberRow } from '../../../shared/members/member-row.ts';
import { StatusBadge, type StatusColor } from '../../ui/StatusBadge.tsx';
import type { RowTone } from '../../ui/TableRows.tsx';
import './members-list.css';

const colors: Record<MemberRow['memberStatus'], StatusColor> = { 0: 'green', 1: 'yellow', 2: 'beet' };

export const MemberStatusBadge = ({
  memberStatus,
  statusMessage,
  invitationStatus,
}: Pick<MemberRow, 'memberStatus' | 'statusMessage' | 'invitationStatus'>) => (
  <span className="member-status">
    {invitationStatus === deleted ? (
      <StatusBadge color="beet" label={invitationStatusName(deleted)} />
    ) : (
      <StatusBadge
        color={colors[memberStatus]}
        icon={memberStatus === 2 ? 'error' : undefined}
        label={memberStatuses[memberStatus].name}
      />
    )}
    {statusMessage && <span className="quiet">{statusMessage}</span>}
  </span>
);

/** Rows of pending members are warnings, those of invalid members errors (spec 3 §2). */
export const memberTone = ({ memberStatus }: Pick<MemberRow, 'memberStatus'>): RowTone | undefined =>
  memberStatus === 1 ? 'pending' : memberStatus === 2 ? 'invalid' : undefined;

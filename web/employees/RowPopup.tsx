import { useState } from 'react';
import { Link } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import { canChangeEmail, leaveRefusal, canReassign } from '../../shared/employees/membership-rules.ts';
import { mayCall } from '../../shared/endpoint.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import {
  activated,
  invitationStatusName,
  invited,
  onHold,
  waitingToInvite,
} from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { isReassignKeyFobEnabled } from '../../shared/settings/feature-flags.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { pathTo } from '../app/addresses.ts';
import { useSession } from '../app/session.tsx';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { buttonClass, Button } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Popup } from '../ui/Popup.tsx';
import { useList } from '../app/data.ts';
import { activityColumns } from '../partners/activity-columns.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { EmailForm, KeyFobForm, ReassignForm } from './RowForms.tsx';
import { DeleteKeyFob, DeleteMembership, DeactivateMembership, SendInvitation } from './RowActions.tsx';

interface RowPopupProps {
  row: RosterRow;
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  onClose: () => void;
  onDone: () => void;
}

/** All actions of a row: a key fob, an employee, or both (spec 2 §6). */
export function RowPopup({ row, partnerId, programPaymentTypeId, onClose, onDone }: RowPopupProps) {
  const { role } = useSession();
  const { flags } = useFeatureFlags();
  const { memberId, keyFobNumber, invitationStatus, preferredAccessType } = row;
  const status = invitationStatus === null ? undefined : { invitationStatus };
  const reassigns =
    role === 'systemAdmin' &&
    isReassignKeyFobEnabled(flags) &&
    keyFobNumber !== null &&
    status !== undefined &&
    preferredAccessType !== null &&
    canReassign({ ...status, preferredAccessType });
  return (
    <Popup
      open
      title={memberId ? `${row.memberFirstName} ${row.memberLastName}` : `Key fob ${keyFobNumber}`}
      onClose={onClose}
    >
      <div className="row-parts">
        {memberId && <Membership row={row} />}
        {memberId && status && canChangeEmail(status) && (
          <EmailForm
            partnerId={partnerId}
            memberId={memberId}
            name={`${row.memberFirstName} ${row.memberLastName}`}
            email={row.memberEmail ?? ''}
            onDone={onDone}
          />
        )}
        {keyFobNumber && <KeyFobForm keyFobNumber={keyFobNumber} onDone={onDone} />}
        {reassigns && <ReassignForm partnerId={partnerId} keyFobNumber={keyFobNumber} onDone={onDone} />}
        {memberId && <RowActivity memberId={memberId} />}
        <RowActions row={row} programPaymentTypeId={programPaymentTypeId} onDone={onDone} />
      </div>
    </Popup>
  );
}

function Membership({ row }: Pick<RowPopupProps, 'row'>) {
  const { invitationStatus, keyFobNumber } = row;
  return (
    <DescriptionList
      items={[
        ['Status', invitationStatus && invitationStatusName(invitationStatus)],
        ['Email', row.memberEmail],
        ['Key fob', keyFobNumber],
        ['Facility', row.facilityName && `${row.facilityName} (${row.facilityNumber})`],
        [
          'Enrolled',
          row.programEnrollmentDate && <DateText key="enrolled" date={row.programEnrollmentDate} />,
        ],
        ...(row.leavingOn ? [['Ends on', <DateText key="ends" date={row.leavingOn} />] as const] : []),
      ]}
    />
  );
}

function RowActions({ row, programPaymentTypeId, onDone }: Omit<RowPopupProps, 'partnerId' | 'onClose'>) {
  const { role } = useSession();
  const { flags } = useFeatureFlags();
  const { memberId, keyFobNumber, invitationStatus } = row;
  const status = invitationStatus === null ? undefined : { invitationStatus };
  // memberships that members pay for cannot be deactivated here (spec 2 §6), only reactivated
  const mayHold =
    invitationStatus === activated && !flags.gmrAddProgram && mayCall(role, employees.deactivate);
  return (
    <div className="row-actions">
      {memberId && role === 'systemAdmin' && (
        <Link className={buttonClass()} to={pathTo('member', { memberId })}>
          Open member page
        </Link>
      )}
      {memberId && (invitationStatus === waitingToInvite || invitationStatus === invited) && (
        <SendInvitation memberId={memberId} isInvited={invitationStatus === invited} onDone={onDone} />
      )}
      {memberId && (mayHold || invitationStatus === onHold) && (
        <DeactivateMembership
          memberId={memberId}
          hasKeyFob={keyFobNumber !== null}
          held={invitationStatus === onHold}
          onDone={onDone}
        />
      )}
      {keyFobNumber && !memberId && <DeleteKeyFob keyFobNumber={keyFobNumber} onDone={onDone} />}
      {memberId && status && (
        <DeleteMembership
          row={row}
          refusal={leaveRefusal(status)}
          programPaymentTypeId={programPaymentTypeId}
          onDone={onDone}
        />
      )}
    </div>
  );
}

function RowActivity({ memberId }: { memberId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button
        small
        kind="quiet"
        icon={open ? 'chevron-up' : 'chevron-down'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide activity' : 'Show activity'}
      </Button>
      {open && <MemberActivity memberId={memberId} />}
    </div>
  );
}

function MemberActivity({ memberId }: { memberId: string }) {
  const list = useList(partners.memberActivity, { params: { memberId }, query: {} });
  return (
    <Table
      {...list}
      totalCount={undefined}
      compact
      height="240px"
      caption="Activity"
      columns={activityColumns('partnerManager')}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No activity yet" text="Changes to this member appear here." />}
    />
  );
}

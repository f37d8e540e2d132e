import { useId, useState } from 'react';
import { employees } from '../../shared/contracts/employees.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import {
  activated,
  deleted,
  invitationStatusName,
  invited,
  onHold,
  waitingToDelete,
  waitingToInvite,
} from '../../shared/members/member.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { useAction, useList } from '../app/data.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Link } from 'react-router-dom';
import { canChangeEmail, leaveRefusal, canReassign } from '../../shared/employees/membership-rules.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { isReassignKeyFobEnabled } from '../../shared/settings/feature-flags.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { pathTo } from '../app/addresses.ts';
import { useSession } from '../app/session.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { showLastDay } from '../../shared/calendar.ts';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Popup } from '../ui/Popup.tsx';
import { activityColumns } from '../partners/activity-columns.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { EmailForm, KeyFobForm, ReassignForm } from './RowForms.tsx';

function DeleteKeyFob({ keyFobNumber, onDone }: { keyFobNumber: string; onDone: () => void }) {
  const remove = useAction(employees.deleteKeyFob);
  const confirm = useConfirm();
  const onClick = async () => {
    const agreed = await confirm({
      title: `Delete key fob ${keyFobNumber}`,
      text: 'It is not in use. You can add it again later.',
      action: 'Delete key fob',
      danger: true,
    });
    if (agreed && (await remove.act({ params: { keyFobNumber } }))) onDone();
  };
  return (
    <Button icon="trash" busy={remove.running} onClick={() => void onClick()}>
      Delete key fob
    </Button>
  );
}

/** Cancels an end that a leavers file planned. */
function KeepMembership({ memberId, onDone }: { memberId: string; onDone: () => void }) {
  const keep = useAction(employees.reactivate);
  return (
    <Button
      icon="check"
      busy={keep.running}
      onClick={() => void keep.act({ body: { memberId } }).then((isDone) => isDone && onDone())}
    >
      Cancel the end
    </Button>
  );
}

interface HoldProps {
  memberId: string;
  hasKeyFob: boolean;
  held: boolean;
  onDone: () => void;
}

function DeactivateMembership({ memberId, hasKeyFob, held, onDone }: HoldProps) {
  const deactivate = useAction(employees.deactivate);
  const reactivate = useAction(employees.reactivate);
  const confirm = useConfirm();
  const onClick = async () => {
    const action = held ? reactivate : deactivate;
    const agreed =
      held ||
      (await confirm({
        title: 'Deactivate membership',
        text: `${hasKeyFob ? 'The key fob stops' : 'The membership stops'} working until the membership is activated again.`,
        action: 'Deactivate',
      }));
    if (agreed && (await action.act({ body: { memberId } }))) onDone();
  };
  return (
    <Button
      icon={held ? 'check' : 'pause'}
      busy={deactivate.running || reactivate.running}
      onClick={() => void onClick()}
    >
      {held ? 'Activate again' : 'Deactivate'}
    </Button>
  );
}

interface DeleteMembershipProps {
  row: RosterRow;
  /** Why the membership cannot be deleted; undefined if it can. */
  refusal: string | undefined;
  programPaymentTypeId: ProgramPaymentTypeId;
  onDone: () => void;
}

function DeleteMembership({ row, refusal, programPaymentTypeId, onDone }: DeleteMembershipProps) {
  const end = useAction(employees.deleteEnrollment);
  const whyId = useId();
  const confirm = useConfirm();
  const later = row.invitationStatus === activated && !isPartnerPaid({ programPaymentTypeId });
  const onClick = async () => {
    const agreed = await confirm({
      title: `Delete ${row.memberFirstName} ${row.memberLastName}`,
      text: later
        ? 'The membership ends at the end of this month, because the member pays for it.'
        : `The membership ends now.${row.keyFobNumber === null ? '' : ' Its key fob becomes available.'}`,
      action: 'Delete membership',
      danger: true,
    });
    const params = {
      groupMembershipEnrollmentId: row.groupMembershipEnrollmentId ?? '',
      programPaymentTypeId: `${programPaymentTypeId}` as const,
    };
    if (agreed && (await end.act({ params }))) onDone();
  };
  return (
    <>
      <Button
        icon="trash"
        busy={end.running}
        disabled={refusal !== undefined}
        aria-describedby={refusal && whyId}
        onClick={() => void onClick()}
      >
        Delete membership
      </Button>
      {refusal && (
        <p className="quiet" id={whyId}>
          {refusal}
        </p>
      )}
    </>
  );
}

interface SendInvitationProps {
  memberId: string;
  isInvited: boolean;
  onDone: () => void;
}

function SendInvitation({ memberId, isInvited, onDone }: SendInvitationProps) {
  const send = useAction(employees.sendInvitation);
  const onClick = async () => {
    if (await send.act({ params: { memberId } })) onDone();
  };
  return (
    <Button icon="mail" busy={send.running} busyLabel="Sending…" onClick={() => void onClick()}>
      {isInvited ? 'Send again' : 'Invite'}
    </Button>
  );
}

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
        ...(row.leavingOn ? [['Last day', showLastDay(row.leavingOn)] as const] : []),
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
      {memberId && isEndPlanned(row) && <KeepMembership memberId={memberId} onDone={onDone} />}
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

const isEndPlanned = ({ leavingOn, invitationStatus }: RosterRow): boolean =>
  leavingOn !== null && ![onHold, waitingToDelete, deleted].some((status) => status === invitationStatus);

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

import { useId } from 'react';
import { employees } from '../../shared/contracts/employees.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { activated } from '../../shared/members/member.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';

export function DeleteKeyFob({ keyFobNumber, onDone }: { keyFobNumber: string; onDone: () => void }) {
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
    <Button kind="danger" icon="trash" busy={remove.running} onClick={() => void onClick()}>
      Delete key fob
    </Button>
  );
}

interface HoldProps {
  memberId: string;
  hasKeyFob: boolean;
  held: boolean;
  onDone: () => void;
}

export function DeactivateMembership({ memberId, hasKeyFob, held, onDone }: HoldProps) {
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

export function DeleteMembership({ row, refusal, programPaymentTypeId, onDone }: DeleteMembershipProps) {
  const end = useAction(employees.deleteEnrollment);
  const whyId = useId();
  const confirm = useConfirm();
  const later = row.invitationStatus === activated && !isPartnerPaid({ programPaymentTypeId });
  const onClick = async () => {
    const agreed = await confirm({
      title: `Delete ${row.memberFirstName} ${row.memberLastName}`,
      text: later
        ? 'The membership ends on the first of next month, because the member pays for it.'
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
        kind="danger"
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

export function SendInvitation({ memberId, isInvited, onDone }: SendInvitationProps) {
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

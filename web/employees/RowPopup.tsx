import { employees } from '../../shared/employees/contract.ts';
import { emailMayChange, leaveRefusal, mayReassign } from '../../shared/employees/membership-rules.ts';
import { mayCall } from '../../shared/endpoint.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { activated, invitationStatusName, onHold } from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { isReassignKeyFobEnabled } from '../../shared/settings/feature-flags.ts';
import { useSession } from '../session.tsx';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Popup } from '../ui/Popup.tsx';
import { EmailForm, KeyFobForm, ReassignForm } from './RowForms.tsx';
import { DeleteKeyFob, DeleteMembership, HoldMembership } from './RowActions.tsx';

interface RowPopupProps {
  row: RosterRow;
  partnerId: string;
  programPaymentTypeID: ProgramPaymentTypeId;
  onClose: () => void;
  /** Something was changed. */
  onDone: () => void;
}

/** Everything that can be done with one row: a key fob, an employee, or both (spec 2 §6). */
export function RowPopup({ row, partnerId, programPaymentTypeID, onClose, onDone }: RowPopupProps) {
  const { role } = useSession();
  const { flags } = useFeatureFlags();
  const { memberId, keyfobID, invitationStatus, preferredAccessType } = row;
  const status = invitationStatus === null ? undefined : { invitationStatus };
  const reassigns =
    role === 'systemAdmin' &&
    isReassignKeyFobEnabled(flags) &&
    keyfobID !== null &&
    status !== undefined &&
    preferredAccessType !== null &&
    mayReassign({ ...status, preferredAccessType });
  // with member-paid programs nobody stops a membership from here (spec 2 §6); one that is held can go on
  const mayHold =
    invitationStatus === activated && !flags.gmrAddProgram && mayCall(role, employees.deactivate);
  return (
    <Popup
      open
      title={memberId ? `${row.memberFirstName} ${row.memberLastName}` : `Key fob ${keyfobID}`}
      onClose={onClose}
    >
      <div className="row-parts">
        {memberId && (
          <DescriptionList
            items={[
              ['Status', invitationStatus && invitationStatusName(invitationStatus)],
              ['Email', row.memberEmail],
              ['Key fob', keyfobID],
              ['Facility', row.facilityName && `${row.facilityName} (${row.facilityIDNumber})`],
              [
                'Enrolled',
                row.programEnrollmentDate && <DateText key="enrolled" date={row.programEnrollmentDate} />,
              ],
              ...(row.leavingOn ? [['Ends on', <DateText key="ends" date={row.leavingOn} />] as const] : []),
            ]}
          />
        )}
        {memberId && status && emailMayChange(status) && (
          <EmailForm memberId={memberId} email={row.memberEmail ?? ''} onDone={onDone} />
        )}
        {keyfobID && <KeyFobForm number={keyfobID} onDone={onDone} />}
        {reassigns && <ReassignForm partnerId={partnerId} number={keyfobID} onDone={onDone} />}
        <div className="row-actions">
          {memberId && (mayHold || invitationStatus === onHold) && (
            <HoldMembership
              memberId={memberId}
              hasKeyFob={keyfobID !== null}
              held={invitationStatus === onHold}
              onDone={onDone}
            />
          )}
          {keyfobID && !memberId && <DeleteKeyFob number={keyfobID} onDone={onDone} />}
          {memberId && status && (
            <DeleteMembership
              row={row}
              refusal={leaveRefusal(status)}
              programPaymentTypeID={programPaymentTypeID}
              onDone={onDone}
            />
          )}
        </div>
      </div>
    </Popup>
  );
}

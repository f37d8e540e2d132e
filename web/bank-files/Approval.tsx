import type { ApprovalNeeded } from '../../shared/bank-files/approving/approval.ts';
import type { CheckAnswer } from '../../shared/bank-files/check-answer.ts';
import { Icon } from '../ui/Icon.tsx';

/** What the button that confirms a file does: sends it, or asks a second administrator to. */
export const submitTextOf = ({ approval, submitText }: CheckAnswer): string =>
  approval && approval.askedByName === null ? 'Ask for approval' : submitText;

/** Why a file needs two administrators, and which of them has confirmed it. */
export function Approval({ approval }: { approval: NonNullable<ApprovalNeeded> }) {
  const { reasons, askedByName, isAskedByCaller, note } = approval;
  return (
    <div className="alert alert-info">
      <Icon name="info" />
      <div>
        <p className="alert-title">
          {askedByName === null
            ? 'Two administrators must confirm this file'
            : isAskedByCaller
              ? 'Waiting for another administrator'
              : `${askedByName} confirmed this file`}
        </p>
        <ul className="bank-warnings">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {note && <p>“{note}”</p>}
        <p>
          {askedByName === null
            ? 'Confirm it with your PIN. Another administrator then sends it with theirs, today.'
            : isAskedByCaller
              ? 'You confirmed it. Nothing is sent until another administrator confirms it with their PIN today. Any change to its payments needs a new confirmation.'
              : 'Check it as if it were yours. Your PIN sends it.'}
        </p>
      </div>
    </div>
  );
}

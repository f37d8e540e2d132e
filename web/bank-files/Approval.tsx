import type { ApprovalNeeded } from '../../shared/bank-files/approval.ts';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { Icon } from '../ui/Icon.tsx';

export const submitTextOf = ({ approval, submitText }: CheckResponse): string =>
  approval && approval.requestedByName === null ? 'Request approval' : submitText;

export function Approval({ approval }: { approval: NonNullable<ApprovalNeeded> }) {
  const { reasons, requestedByName: askedByName, isRequestedByCaller, note } = approval;
  return (
    <div className="alert alert-info">
      <Icon name="info" />
      <div>
        <p className="alert-title">
          {askedByName === null
            ? 'Two administrators must confirm this file'
            : isRequestedByCaller
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
            ? 'Confirm it with your PIN. Another administrator then sends it with their PIN, on the same day.'
            : isRequestedByCaller
              ? 'You confirmed it. The file is sent after another administrator confirms it with their PIN today. If its payments change, a new confirmation is required.'
              : 'Check it carefully. Your PIN sends the file.'}
        </p>
      </div>
    </div>
  );
}

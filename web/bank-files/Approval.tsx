import type { ApprovalNeeded, ApprovalRow } from '../../shared/bank-files/approval.ts';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { DateText } from '../ui/formatted-text.tsx';
import { Icon } from '../ui/Icon.tsx';

export const submitTextOf = ({ approval, submitText }: CheckResponse): string =>
  approval && approval.requestedByName === null ? 'Request approval' : submitText;

interface ReviewBoxProps {
  approval: ApprovalNeeded;
  warnings: readonly string[];
}

/** What to review before a file is sent, and why a second administrator must confirm it. */
export function ReviewBox({ approval, warnings }: ReviewBoxProps) {
  const reasons = approval?.reasons ?? [];
  if (!approval && warnings.length === 0) return null;
  return (
    <div className={`alert ${warnings.length > 0 || !approval ? 'alert-warning' : 'alert-info'}`}>
      <Icon name={warnings.length > 0 || !approval ? 'warning' : 'info'} />
      <div>
        <p className="alert-title">{approval ? titleOf(approval) : 'Review before sending'}</p>
        <Items items={reasons} />
        {approval?.note && <p>“{approval.note}”</p>}
        {approval && <p>{instructionOf(approval)}</p>}
        {approval && warnings.length > 0 && <p className="alert-title">Review before sending</p>}
        <Items items={warnings} />
      </div>
    </div>
  );
}

const Items = ({ items }: { items: readonly string[] }) =>
  items.length > 0 && (
    <ul className="bank-warnings">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );

type Approval = NonNullable<ApprovalNeeded>;

const titleOf = ({ requestedByName, isRequestedByCaller }: Approval): string =>
  requestedByName === null
    ? 'Two administrators must confirm this file'
    : isRequestedByCaller
      ? 'Waiting for another administrator'
      : `${requestedByName} confirmed this file`;

const instructionOf = ({ requestedByName, isRequestedByCaller }: Approval): string =>
  requestedByName === null
    ? 'Confirm it with your PIN. Another administrator then sends it with their PIN, on the same day.'
    : isRequestedByCaller
      ? 'You confirmed it. The file is sent after another administrator confirms it with their PIN today. If its payments change, a new confirmation is required.'
      : 'Check it carefully. Your PIN sends the file.';

type RequesterProps = { approval: Pick<ApprovalRow, 'requestedByName' | 'askedAt' | 'isRequestedByCaller'> };

/** States who confirmed a file first, when, and that it waits. */
export const Requester = ({
  approval: { requestedByName, askedAt, isRequestedByCaller },
}: RequesterProps) => (
  <>
    {isRequestedByCaller ? 'You' : requestedByName} asked for approval on <DateText date={askedAt} />.{' '}
    {isRequestedByCaller ? 'It waits for another administrator today.' : 'It waits for you today.'}
  </>
);

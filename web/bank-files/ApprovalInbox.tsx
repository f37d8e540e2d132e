import { Link } from 'react-router-dom';
import { addressOfPayments, type ApprovalRow } from '../../shared/bank-files/approval.ts';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { periodName } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { plural } from '../../shared/number-words.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { FailedState } from '../ui/states.tsx';
import './bank-files.css';

/** The bank files that wait for this administrator, and those that wait for another one. */
export function ApprovalInbox() {
  const { data, error, reload, retrying } = useEndpoint(bankFiles.listApprovals, {});
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data || data.items.length === 0) return null;
  const waiting = data.items.toSorted(
    (a, b) => Number(a.isRequestedByCaller) - Number(b.isRequestedByCaller),
  );
  return (
    <Card title="Approvals">
      <ul className="approval-inbox">
        {waiting.map((approval) => (
          <li key={approval.runHash}>
            <div>
              <p>
                <strong>
                  {bankFlowTable[approval.bankFlow].label}, {periodName(approval.filter.periodId)}
                </strong>
                : <Money cents={approval.amount} /> in {plural(approval.paymentCount, 'payment', 'payments')}
              </p>
              <p className="quiet">
                <Requester approval={approval} />
              </p>
            </div>
            {approval.isRequestedByCaller ? (
              <Link className={buttonClass()} to={addressOfPayments(approval.filter)}>
                Show payments
              </Link>
            ) : (
              <Link
                className={buttonClass('action')}
                to={addressOfPayments(approval.filter, { review: true })}
              >
                Review and send
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type RequesterProps = { approval: Pick<ApprovalRow, 'requestedByName' | 'askedAt' | 'isRequestedByCaller'> };

/** States who confirmed a file first, when, and that it waits. */
export const Requester = ({
  approval: { requestedByName: askedByName, askedAt, isRequestedByCaller },
}: RequesterProps) => (
  <>
    {isRequestedByCaller ? 'You' : askedByName} asked for approval on <DateText date={askedAt} />.{' '}
    {isRequestedByCaller ? 'It waits for another administrator today.' : 'It waits for you today.'}
  </>
);

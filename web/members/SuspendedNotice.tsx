import { Link } from 'react-router-dom';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import { suspendedInvalidation } from '../../shared/members/standing.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Icon } from '../ui/Icon.tsx';
import { useMemberIds } from '../app/session.tsx';
import './members.css';

export function SuspendedNotice() {
  const memberIds = useMemberIds();
  const { data } = useEndpoint(members.invalidations, memberIds.length > 0 ? { query: { memberIds } } : null);
  const isSuspended = data?.some((item) => item.memberInvalidationTypeId === suspendedInvalidation);
  const billing = useEndpoint(accounts.billingInfo, data && !isSuspended ? { query: { memberIds } } : null);
  const isDepositRefused = billing.data?.some((item) => item.isDepositAccountRefused);
  const isStopped = billing.data?.some(
    ({ withdrawalStop: stop }) => stop === 'refused' || stop === 'unauthorized',
  );
  if (!isSuspended && !isDepositRefused && !isStopped) return null;
  const isWithdrawal = isSuspended || isStopped;
  return (
    <output className="alert alert-warning member-notice">
      <Icon name="warning" />
      <p>
        Action required:{' '}
        <Link to={pathTo('memberBilling')}>
          update {isWithdrawal ? 'withdrawal' : 'deposit'} billing info
        </Link>
        {isSuspended
          ? '. Until then, dues and reimbursements wait. Nothing is lost: they are sent once your new account can be used.'
          : isStopped
            ? '. Your bank stopped withdrawals from your account. Until then, your dues are not paid.'
            : '. Until then, your reimbursements wait.'}
      </p>
    </output>
  );
}

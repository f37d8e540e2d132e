import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { periodName } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { showMoney } from '../../../shared/money.ts';
import { pathTo } from '../../app/addresses.ts';
import { useEndpoint } from '../../app/data.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { WaitingTasks } from '../../approvals/ApprovalsPage.tsx';
import { Card } from '../../ui/Card.tsx';
import { showDate } from '../../ui/formatted-text.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import './facility-home.css';
import { useLinks } from '../../app/links.ts';
import { LoadingPage } from '../../shell/LoadingPage.tsx';

type Home = ResponseOf<typeof facilities.ownHome>;

function FacilityHome() {
  const { data, error, reload, retrying } = useEndpoint(facilities.ownHome, {});
  return (
    <>
      <PageHeading title={data?.facilityName ?? 'Your club'} lead="What to do next." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Tasks home={data} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </>
  );
}

const counted = (count: number, singular: string, plural = `${singular}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;

function Tasks({ home }: { home: Home }) {
  const { months, openReports, redemptions, payment, account } = home;
  return (
    <>
      <AccountAlert account={account} />
      <WaitingTasks />
      <Card>
        <ul className="facility-tasks">
          {months.map(({ periodId, visits, until }) => (
            <Task
              key={periodId}
              title={`Check-ins of ${periodName(periodId)}`}
              text={`${counted(visits, 'visit')} received. You can report until ${showDate(until)}.`}
              to={pathTo('importCheckIns')}
              action="Import check-ins"
            />
          ))}
          <Task
            title="Missing visits"
            text={
              openReports === 0
                ? 'No reports to review.'
                : `${counted(openReports, 'report needs', 'reports need')} your review.`
            }
            to={pathTo('ownMissingVisits')}
            action={openReports === 0 ? 'Show reports' : 'Review reports'}
            isUrgent={openReports > 0}
          />
          <Task
            title="Vouchers"
            text={
              redemptions.count === 0
                ? 'None redeemed this month.'
                : `${counted(redemptions.count, 'voucher')} redeemed this month, ${showMoney(redemptions.amount)}.`
            }
            to={pathTo('ownVouchers')}
            action="Redeem a voucher"
          />
          <Task
            title="Payments"
            text={
              payment
                ? `${showMoney(payment.amount)} for ${periodName(payment.periodId)}.${payment.isReturned ? ' The bank returned a payment.' : ''}`
                : 'The first payment appears on the 9th, after the month has closed.'
            }
            to={pathTo('ownPayments')}
            action="Show payments"
            isUrgent={payment?.isReturned}
          />
        </ul>
      </Card>
    </>
  );
}

interface TaskProps {
  title: string;
  text: ReactNode;
  to: string;
  action: string;
  isUrgent?: boolean | undefined;
}

const Task = ({ title, text, to, action, isUrgent = false }: TaskProps) => (
  <li>
    <div>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
    <Link className={buttonClass(isUrgent ? 'action' : 'plain')} to={to}>
      {action}
    </Link>
  </li>
);

function AccountAlert({ account: { state, lastFour } }: Pick<Home, 'account'>) {
  if (state === 'usable') return null;
  return (
    <div className="alert alert-warning">
      <Icon name="warning" />
      <div>
        <p className="alert-title">
          {state === 'missing'
            ? 'Your club has no bank account'
            : `The bank refused the account ending in ${lastFour}`}
        </p>
        <p>
          Payments to your club wait. <Link to={pathTo('ownBankAccount')}>Enter a bank account</Link> to
          receive them. Nothing is lost.
        </p>
      </div>
    </div>
  );
}

/** Redirects to the facility dashboard of the deployment if there is one (spec 1 §2.5). */
export default function FacilityDashboardPage() {
  const links = useLinks();
  const address = links?.facilityDashboard;
  useEffect(() => {
    if (address) window.location.assign(address);
  }, [address]);
  return !links || address ? <LoadingPage /> : <FacilityHome />;
}

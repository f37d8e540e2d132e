import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { monthSteps, type MonthStepId, type StepState } from '../../shared/periods/month-steps.ts';
import { periods } from '../../shared/contracts/periods.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { memberPaid, programPaymentTypeName, sharedCost } from '../../shared/programs.ts';
import { pathTo, pageOfPayments } from '../app/addresses.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Card } from '../ui/Card.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { usePages } from '../app/list-pages.ts';
import { WaitingTasks } from '../approvals/ApprovalsPage.tsx';
import { Button } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './months.css';

type Month = ResponseOf<typeof periods.months>['items'][number];

const icons: Record<StepState, IconName> = {
  done: 'check-circle',
  now: 'clock',
  problem: 'warning',
  later: 'minus',
};
const words: Record<StepState, string> = {
  done: 'done',
  now: 'in progress',
  problem: 'action required',
  later: 'later',
};
const nameOf = (step: MonthStepId): string => monthSteps.find(({ id }) => id === step)?.name ?? '';

function MonthLine({ month }: { month: Month }) {
  const { periodId, yearMonth, countedAt, steps } = month;
  const open = steps.filter(({ state }) => state === 'now' || state === 'problem');
  return (
    <Card
      title={yearMonth}
      aside={
        countedAt && (
          <span className="quiet">
            Counted <DateText date={countedAt} />
          </span>
        )
      }
    >
      <ol className="month-steps" aria-label={`Steps of ${yearMonth}`}>
        {steps.map(({ step, state, text }) => (
          <li key={step} className={`month-step month-step-${state}`} title={text}>
            <Icon name={icons[state]} size={18} />
            {nameOf(step)}
            <span className="hidden-text">: {words[state]}</span>
          </li>
        ))}
      </ol>
      {open.length === 0 ? (
        <p className="quiet">
          {steps.every(({ state }) => state === 'done') ? 'This month is finished.' : 'Nothing to do.'}
        </p>
      ) : (
        <ul className="month-open">
          {open.map(({ step, state, text, who }) => (
            <li key={step}>
              <Icon name={icons[state]} size={18} />
              <div>
                <strong>{nameOf(step)}</strong>: {text} {who && <span className="quiet">{who}.</span>}{' '}
                {step === 'sent' && month.toSend.length > 0 ? (
                  <AmountsToSend month={month} />
                ) : (
                  <NextStep step={step} periodId={periodId} />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function NextStep({ step, periodId }: { step: MonthStepId; periodId: string }) {
  const [label, to] = nextSteps[step];
  return (
    <Link className="bank-link" to={to(periodId)}>
      {label}
    </Link>
  );
}

type AmountToSend = Month['toSend'][number];

/** The amounts of a month by payments page, where they are checked and sent. */
const AmountsToSend = ({ month: { periodId, toSend } }: { month: Month }) => (
  <ul className="month-amounts">
    {toSend.map((amount) => (
      <li key={`${amount.kind} ${amount.programPaymentTypeId} ${amount.paymentTypeId}`}>
        <Money cents={amount.amount} /> <PaymentsLinks periodId={periodId} amount={amount} />
      </li>
    ))}
  </ul>
);

function PaymentsLinks({ periodId, amount }: { periodId: string; amount: AmountToSend }) {
  const { kind, programPaymentTypeId: program, paymentTypeId } = amount;
  const { flags } = useFeatureFlags();
  const name = paymentTypeName(paymentTypeId);
  // without the feature, there is no page of member payments
  if (kind === 'member' && !flags.gmrAddProgram)
    return (
      <Link className="bank-link" to={pathTo('settings')}>
        {`Turn on member payments to send ${name}`}
      </Link>
    );
  // amounts of members are counted for all programs, and shown for one
  return (program === null ? programsOfMembers : [program]).map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link
        className="bank-link"
        to={pathTo(
          pageOfPayments[kind],
          {},
          {
            period: periodId,
            type: paymentTypeId,
            program: id,
            partner: kind === 'member' ? 'all' : undefined,
          },
        )}
      >
        {index > 0
          ? programPaymentTypeName(id).toLowerCase()
          : `Check and send ${name}, ${programPaymentTypeName(id).toLowerCase()}`}
      </Link>
    </Fragment>
  ));
}

const programsOfMembers = [memberPaid, sharedCost] as const;

const payments = (period: string) => pathTo('partnerPayments', {}, { period });

const nextSteps: Record<MonthStepId, readonly [string, (period: string) => string]> = {
  visits: ['Import check-ins', () => pathTo('importVisits')],
  closed: ['Import check-ins', () => pathTo('importVisits')],
  generated: ['Show payments', payments],
  corrected: ['Show payments', payments],
  approved: ['Review approvals', () => pathTo('treasury')],
  sent: ['Show files', () => pathTo('treasury')],
  acknowledged: ['Show sent files', () => pathTo('bankFiles')],
  settled: ['Show returned entries', () => pathTo('reviewEntries')],
  proved: ['Show proof', (period) => pathTo('proof', {}, { period })],
};

export default function MonthsPage() {
  const { pages, failed, hasMore, loadingMore, moreFailed, onMore } = usePages(periods.months, { query: {} });
  const months = pages.flatMap(({ items }) => items);
  return (
    <>
      <PageHeading
        title="Months"
        lead="The open steps of each month, with the amounts and the users who can complete them."
      />
      <WaitingTasks />
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.onRetry} retrying={failed.retrying} />
      ) : pages.length === 0 ? (
        <Card title="Months">
          <SkeletonLines lines={6} />
        </Card>
      ) : (
        months.map((month) => <MonthLine key={month.periodId} month={month} />)
      )}
      {hasMore && (
        <div className="page-actions">
          {moreFailed && <p role="alert">Earlier months could not be loaded.</p>}
          <Button busy={loadingMore} busyLabel="Loading…" onClick={onMore}>
            Show earlier months
          </Button>
        </div>
      )}
    </>
  );
}

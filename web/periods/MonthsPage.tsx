import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { dateInChicago } from '../../shared/calendar.ts';
import { isDueSoon } from '../../shared/contracts/approvals.ts';
import {
  lineTitle,
  monthSteps,
  type MonthLine,
  type MonthStepId,
  type StepState,
} from '../../shared/payments/month-steps.ts';
import { periods } from '../../shared/contracts/periods.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { plural } from '../../shared/number-words.ts';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { pathTo, pageOfPayments } from '../app/addresses.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { now } from '../platform/time-and-chance.ts';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
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
const isOpen = ({ state }: Month['steps'][number]) => state === 'now' || state === 'problem';

function MonthCard({ month }: { month: Month }) {
  const { periodId, yearMonth, countedAt, steps, lines } = month;
  const open = steps.filter(isOpen);
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
            {stepName(step, state)}
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
          {open.map(({ step, state, text }) => {
            const own = lines.filter((line) => line.step === step);
            return (
              <li key={step}>
                <Icon name={icons[state]} size={18} />
                <div>
                  {/* no line is about a file whose delivery is unknown */}
                  {own.length === 0 || (step === 'sent' && state === 'problem') ? (
                    <>
                      {text} <NextStep step={step} periodId={periodId} />
                    </>
                  ) : (
                    own.length > 1 && text
                  )}
                  {own.length > 0 && <MonthLines lines={own} periodId={periodId} />}
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function stepName(step: MonthStepId, state: StepState): string {
  const row = monthSteps.find(({ id }) => id === step);
  return (state === 'done' ? row?.name : row?.action) ?? '';
}

function NextStep({ step, periodId }: { step: MonthStepId; periodId: string }) {
  const [label, to] = nextSteps[step];
  return (
    <Link className="bank-link" to={to(periodId)}>
      {label}
    </Link>
  );
}

const MonthLines = ({ lines, periodId }: { lines: readonly MonthLine[]; periodId: string }) => (
  <ul className="month-amounts">
    {lines.map((line) => (
      <li key={keyOf(line)}>
        <LineLinks line={line} periodId={periodId} />
      </li>
    ))}
  </ul>
);

/** The payments of a line: one link per program. */
function LineLinks({ line, periodId }: { line: MonthLine; periodId: string }) {
  const { kind, programPaymentTypeIds, paymentTypeId, part, step } = line;
  const { flags } = useFeatureFlags();
  const title = lineTitle(line);
  // without the feature, there is no page of member payments
  if (kind === 'member' && !flags.gmrAddProgram)
    return (
      <>
        {title}, {programPaymentTypeIds.map((id) => programPaymentTypeName(id).toLowerCase()).join(', ')}.{' '}
        <Link className="bank-link" to={pathTo('settings')}>
          Turn on member-paid programs first
        </Link>
      </>
    );
  const to = (program: number) =>
    pathTo(
      pageOfPayments[kind],
      {},
      {
        program,
        type: paymentTypeId,
        period: periodId,
        partner: 'all',
        review: part === 'excluded' ? part : undefined,
        returned: step === 'settled' ? 'true' : undefined,
      },
    );
  const [first, ...others] = programPaymentTypeIds;
  return first === undefined ? (
    title
  ) : (
    <>
      <Link className="bank-link" to={to(first)}>
        {title}, {programPaymentTypeName(first).toLowerCase()}
      </Link>
      {others.map((program) => (
        <Fragment key={program}>
          {', '}
          <Link className="bank-link" to={to(program)}>
            {programPaymentTypeName(program).toLowerCase()}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

const payments = (period: string) => pathTo('partnerPayments', {}, { period, partner: 'all' });

const nextSteps: Record<MonthStepId, readonly [string, (period: string) => string]> = {
  visits: ['Import check-ins', () => pathTo('importVisits')],
  closed: ['Import check-ins', () => pathTo('importVisits')],
  generated: ['Show payments', payments],
  corrected: ['Show payments', payments],
  approved: ['Show approvals', () => pathTo('approvals')],
  sent: ['Show files', () => pathTo('treasury')],
  acknowledged: ['Show sent files', (period) => pathTo('bankFiles', {}, { waiting: period })],
  settled: ['Show sent files', () => pathTo('bankFiles')],
  proved: ['Show proof', (period) => pathTo('proof', {}, { period })],
};

/** Returns the lines of returned payments, then those of payments with a promised date within three days. */
const urgentLines = (months: readonly Month[], today: string) =>
  months
    .flatMap(({ periodId, yearMonth, lines }) => lines.map((line) => ({ line, periodId, yearMonth })))
    .filter(
      ({ line: { step, dueOn, sendableFrom } }) =>
        step === 'settled' || (sendableFrom === null && isDueSoon(dueOn, today)),
    )
    .toSorted((left, right) => Number(left.line.step === 'sent') - Number(right.line.step === 'sent'));

/** The urgent lines of the months; without the pages of member payments, one line for all of them. */
function UrgentLines({ months }: { months: readonly Month[] }) {
  const { flags } = useFeatureFlags();
  const all = urgentLines(months, dateInChicago(now()));
  const visible = flags.gmrAddProgram ? all : all.filter(({ line }) => line.kind !== 'member');
  const hidden = all.length - visible.length;
  return (
    <>
      {visible.map(({ line, periodId, yearMonth }) => (
        <li key={`${periodId} ${keyOf(line)}`}>
          <span>
            <LineLinks line={line} periodId={periodId} />
          </span>
          <span className="quiet">
            {yearMonth}
            {line.dueOn && (
              <>
                , due <DateText date={line.dueOn} />
              </>
            )}
          </span>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Link className="bank-link" to={pathTo('settings')}>
            Turn on member-paid programs
          </Link>
          <span className="quiet">
            {plural(hidden, 'urgent task of member payments needs', 'urgent tasks of member payments need')}{' '}
            their pages. The months list them.
          </span>
        </li>
      )}
    </>
  );
}

const keyOf = ({ step, part, kind, paymentTypeId, programPaymentTypeIds }: MonthLine): string =>
  `${step} ${part} ${kind} ${paymentTypeId} ${programPaymentTypeIds.join()}`;

export default function MonthsPage() {
  const { pages, failed, hasMore, loadingMore, moreFailed, onMore } = usePages(periods.months, { query: {} });
  const months = pages.flatMap(({ items }) => items);
  const isLoading = pages.length === 0 && !failed;
  const urgent = urgentLines(months, dateInChicago(now()));
  return (
    <>
      <PageHeading title="Home" lead="Urgent tasks come first, then the months." />
      <WaitingTasks isUrgent={isLoading ? undefined : urgent.length > 0}>
        <UrgentLines months={months} />
      </WaitingTasks>
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.onRetry} retrying={failed.retrying} />
      ) : isLoading ? (
        <Card title="Months">
          <SkeletonLines lines={6} />
        </Card>
      ) : (
        months.map((month) => <MonthCard key={month.periodId} month={month} />)
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

import { Link } from 'react-router-dom';
import { monthSteps, type MonthStepId, type StepState } from '../../shared/periods/month-steps.ts';
import type { periods } from '../../shared/contracts/periods.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';

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

export function MonthLine({ month: { periodId, yearMonth, countedAt, steps } }: { month: Month }) {
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
              <span>
                <Link className="bank-link" to={placeOf[step](periodId)}>
                  {nameOf(step)}
                </Link>
                : {text} {who && <span className="quiet">{who}.</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const payments = (period: string) => pathTo('partnerPayments', {}, { period });

const placeOf: Record<MonthStepId, (period: string) => string> = {
  visits: () => pathTo('importVisits'),
  closed: () => pathTo('importVisits'),
  generated: payments,
  corrected: payments,
  approved: () => pathTo('treasury'),
  sent: payments,
  acknowledged: () => pathTo('bankFiles'),
  settled: () => pathTo('reviewEntries'),
  proved: (period) => pathTo('proof', {}, { period }),
};

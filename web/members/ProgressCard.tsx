import { Link } from 'react-router-dom';
import { periodName } from '../../shared/calendar.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Movement } from '../../shared/accounts/next-withdrawal.ts';
import type { MonthProgress, Progress } from '../../shared/accounts/progress-shape.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Money } from '../ui/Money.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './progress.css';

export function ProgressCards({ memberIds }: { memberIds: string[] }) {
  const { data, error, retrying, reload } = useEndpoint(members.progress, { query: { memberIds } });
  if (error)
    return (
      <Card title="This month">
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      </Card>
    );
  if (!data)
    return (
      <Card title="This month">
        <SkeletonLines lines={4} />
      </Card>
    );
  return data.map((item) => <ProgressCard key={item.memberId} progress={item} />);
}

const ProgressCard = ({ progress }: { progress: Progress }) => {
  const { current, previous, nextWithdrawal, nextReimbursement } = progress;
  const isWaiting = progress.isWaitingForFirstPayment;
  return (
    <Card title="This month">
      {current ? <Ring month={current} /> : <SoFar visits={progress.visitsSoFar} />}
      {previous && (
        <p className="quiet">
          {periodName(previous.periodId)}: {previous.message}
        </p>
      )}
      <DescriptionList
        items={[
          ...(nextWithdrawal
            ? ([
                [isWaiting ? 'First payment' : 'Next withdrawal', <Next key="out" of={nextWithdrawal} />],
              ] as const)
            : []),
          ...(nextReimbursement
            ? ([['Next reimbursement', <Next key="in" of={nextReimbursement} />]] as const)
            : []),
        ]}
      />
      {isWaiting && nextWithdrawal && (
        <p className="quiet">Your membership becomes active when we send this first payment to your bank.</p>
      )}
    </Card>
  );
};

const Next = ({ of: { amount, date, isEarliest } }: { of: Movement }) => (
  <>
    <Money cents={amount} /> {isEarliest ? 'on or after' : 'on'} {showDate(date)}
  </>
);

const SoFar = ({ visits }: { visits: number }) => (
  <>
    <p className="progress-sentence">
      {visits} {visits === 1 ? 'visit' : 'visits'} so far
    </p>
    <p className="card-links">
      <Link to={pathTo('usageLog')}>See your visits</Link>
    </p>
  </>
);

const radius = 42;
const round = 2 * Math.PI * radius;

function Ring({ month: { visits, required, message } }: { month: MonthProgress }) {
  const share = required === 0 ? 1 : Math.min(1, visits / required);
  return (
    <div className="progress-ring">
      <svg viewBox="0 0 100 100" width="112" height="112" aria-hidden focusable="false">
        <circle className="ring-ground" cx="50" cy="50" r={radius} />
        {share > 0 && (
          <circle
            className="ring-share"
            cx="50"
            cy="50"
            r={radius}
            strokeDasharray={`${share * round} ${round}`}
            transform="rotate(-90 50 50)"
          />
        )}
        <text x="50" y="52" className="ring-count">
          {visits}
        </text>
        <text x="50" y="68" className="ring-of">
          of {required}
        </text>
      </svg>
      <p className="progress-sentence">{message}</p>
    </div>
  );
}

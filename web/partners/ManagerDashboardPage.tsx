import { employees } from '../../shared/employees/contract.ts';
import { memberStep, type SetUpStep } from '../../shared/partners/set-up.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { useSession } from '../app/session.tsx';
import { EmptyState, FailedState, ForbiddenState, SkeletonLines } from '../ui/states.tsx';
import { LinkedAccount } from './LinkedAccount.tsx';
import { SetUpList } from './SetUpList.tsx';
import { Welcome } from './Welcome.tsx';

const pageNames = {
  employees: 'managerEmployees',
  visits: 'managerVisits',
  payments: 'managerPayments',
} as const;

const visits: SetUpStep<keyof typeof pageNames> = {
  title: 'Visits',
  text: 'Who went to the club, month by month.',
  isDone: true,
  page: 'visits',
  action: 'View visits',
};
const payments: SetUpStep<keyof typeof pageNames> = {
  title: 'Payments',
  text: 'What your organization pays for each month.',
  isDone: true,
  page: 'payments',
  action: 'View payments',
};

/** The first page of a manager: what waits in the roster, and where things are. */
export default function ManagerDashboardPage() {
  const { me } = useSession();
  const conditions = usePageConditions();
  const partnerId = me?.partnerId ?? undefined;
  const hasProgram = conditions?.programExists && partnerId !== undefined;
  const used = useEndpoint(employees.membershipCount, hasProgram ? { query: { partnerId } } : null);
  const waiting = useEndpoint(employees.countWaitingToInvite, hasProgram ? { params: { partnerId } } : null);
  if (!me || partnerId === undefined) return <ForbiddenState />;
  const failed = [used, waiting].find(({ error }) => error);
  return (
    <Welcome name={me.fullName.split(' ')[0] ?? ''}>
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />
      ) : !conditions || used.loading || waiting.loading ? (
        <SkeletonLines lines={4} />
      ) : hasProgram ? (
        <>
          <SetUpList
            addressOf={(page) => pathTo(pageNames[page])}
            steps={[
              memberStep({ members: used.data?.used, waitingToInvite: waiting.data }),
              visits,
              payments,
            ]}
          />
          <LinkedAccount partnerId={partnerId} />
        </>
      ) : (
        <EmptyState
          title="Your program is not set up yet"
          text="We tell you as soon as you can add members. Questions? Call or write to us."
        />
      )}
    </Welcome>
  );
}

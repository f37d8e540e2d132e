import { employees } from '../../shared/contracts/employees.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { isWithinAccess } from '../../shared/managers/manager-access.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { memberStep, paymentStep, visitStep } from '../../shared/partners/set-up.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits as visitEndpoints } from '../../shared/contracts/visits.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { useSession } from '../app/session.tsx';
import { usePeriods } from '../periods/periods.ts';
import { EmptyState, FailedState, ForbiddenState, SkeletonLines } from '../ui/states.tsx';
import { showDate } from '../ui/DateText.tsx';
import { MemberFunnel } from './MemberFunnel.tsx';
import { ProgramMonth } from './ProgramMonth.tsx';
import { SetUpList } from './SetUpList.tsx';
import { Welcome } from './Welcome.tsx';
import { PartnerAccountCard } from './PartnerAccountCard.tsx';

const pageNames = {
  employees: 'managerEmployees',
  visits: 'managerVisits',
  payments: 'managerPayments',
} as const;

function useReported(partnerId: string | undefined, may: (endpoint: Endpoint) => boolean) {
  const periods = usePeriods('until current');
  const [current, previous, , , , oldest] = (periods.data ?? []).map(({ id }) => id);
  const program = useEndpoint(
    groupMemberships.programPaymentType,
    partnerId === undefined ? null : { query: { partnerId } },
  );
  const visitsOf = (periodId: string | undefined) =>
    partnerId === undefined || periodId === undefined ? null : { query: { partnerId, periodId } };
  const months = [
    useEndpoint(visitEndpoints.summary, visitsOf(current)),
    useEndpoint(visitEndpoints.summary, visitsOf(previous)),
  ];
  const newestClosed = usePeriods('closed').data?.[0]?.id;
  const closed = useEndpoint(visitEndpoints.summary, visitsOf(newestClosed));
  const paid = useEndpoint(
    payments.listPaymentsOfPartner,
    partnerId !== undefined && may(payments.listPaymentsOfPartner) && program.data && current && oldest
      ? {
          params: { partnerId, programPaymentTypeId: program.data },
          query: { periodIdFrom: oldest, periodIdTo: current },
        }
      : null,
  );
  return {
    visits: months.reduce((sum, { data }) => sum + (data?.visits ?? 0), 0),
    newestPayment: paid.data
      ?.map(({ usagePeriod }) => usagePeriod)
      .toSorted()
      .at(-1),
    payments: paid.data ?? [],
    month:
      newestClosed !== undefined && closed.data
        ? { periodId: newestClosed, visits: closed.data.visits }
        : undefined,
    parts: [periods, program, ...months, paid, closed],
  };
}

export default function ManagerDashboardPage() {
  const { me } = useSession();
  const conditions = usePageConditions();
  const partnerId = me?.partnerId ?? undefined;
  const access = me?.access ?? 'full';
  const may = (endpoint: Endpoint) => isWithinAccess(access, endpoint);
  const seesAll = may(employees.keyFobs) && may(payments.listPaymentsOfPartner);
  const hasProgram = conditions?.programExists && partnerId !== undefined;
  const used = useEndpoint(employees.membershipCount, hasProgram ? { query: { partnerId } } : null);
  const waiting = useEndpoint(employees.countWaitingToInvite, hasProgram ? { params: { partnerId } } : null);
  const {
    visits,
    newestPayment,
    month,
    payments: paid,
    parts,
  } = useReported(hasProgram ? partnerId : undefined, may);
  if (!me || partnerId === undefined) return <ForbiddenState />;
  const read = [used, waiting, ...parts];
  const failed = read.find(({ error }) => error);
  const isLoading = !conditions || read.some(({ loading }) => loading);
  const members = used.data?.used ?? 0;
  // the steps of the set-up concern members and payments
  const isSetUp = isLoading ? undefined : !seesAll || (members > 0 && newestPayment !== undefined);
  return (
    <Welcome name={me.fullName.split(' ')[0] ?? ''} isSetUp={isSetUp}>
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />
      ) : isLoading ? (
        <SkeletonLines lines={12} />
      ) : hasProgram ? (
        <>
          {!isSetUp && (
            <SetUpList
              addressOf={(page) => pathTo(pageNames[page])}
              steps={[
                memberStep({ members, waitingToInvite: waiting.data }),
                visitStep(visits),
                paymentStep(newestPayment),
              ]}
            />
          )}
          {members > 0 && may(employees.bulkCount) && (
            <MemberFunnel partnerId={partnerId} members={members} waiting={waiting.data ?? 0} />
          )}
          {isSetUp && <ProgramMonth partnerId={partnerId} month={month} payments={paid} may={may} />}
          {may(partners.bankingInfo) && <LinkedAccount partnerId={partnerId} />}
        </>
      ) : (
        <EmptyState
          title="Your program is not set up yet"
          text="You can add members here when it is. Questions? Call or email us."
        />
      )}
    </Welcome>
  );
}

function LinkedAccount({ partnerId }: { partnerId: string }) {
  const { data, error, retrying, reload } = useEndpoint(partners.bankingInfo, { query: { partnerId } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={3} />;
  const { waiting } = data.bankAccountRequest;
  return (
    data.bankAccount && (
      <>
        <PartnerAccountCard account={data.bankAccount} />
        {waiting && (
          <div className="alert alert-info">
            <p>
              {`The account ${waiting.accountNumber} replaces it on ${showDate(waiting.usableFrom)}. Not you? Call us.`}
            </p>
          </div>
        )}
      </>
    )
  );
}

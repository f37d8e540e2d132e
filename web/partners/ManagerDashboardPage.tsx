import { Link } from 'react-router-dom';
import { dateInChicago, periodName, type PeriodId } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments as partnerPayments } from '../../shared/contracts/payments.ts';
import { type Endpoint, mayCall } from '../../shared/endpoint.ts';
import { showMoney } from '../../shared/money.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { paymentStatusName, pending } from '../../shared/payments/payment.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint, loadOnce } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { partners } from '../../shared/contracts/partners.ts';
import { useSession } from '../app/session.tsx';
import { BankAccountCard, type CardAccount } from '../bank-accounts/BankAccountCard.tsx';
import { bankAccountTypes } from '../../shared/bank-accounts/bank-account.ts';
import type { FieldChange } from '../app/form-changes.ts';
import { Field } from '../ui/Field.tsx';
import { isWithinAccess } from '../../shared/managers/manager-access.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { memberStep, paymentStep, visitStep } from '../../shared/partners/set-up.ts';
import { visits as visitEndpoints } from '../../shared/contracts/visits.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { usePeriods } from '../periods/periods.ts';
import { EmptyState, FailedState, ForbiddenState, SkeletonLines } from '../ui/states.tsx';
import { WaitingTasks } from '../approvals/ApprovalsPage.tsx';
import { MemberFunnel } from './MemberFunnel.tsx';
import { SetUpList } from './SetUpList.tsx';
import type { MonthSummary } from '../../shared/visits/employer-summary.ts';
import { Welcome } from './Welcome.tsx';

interface ProgramMonthProps {
  partnerId: string;
  /** Visits of a month; null if their number is hidden. */
  month: ({ periodId: PeriodId } & MonthSummary) | undefined;
  payments: readonly PartnerPaymentRow[];
  /** Endpoints that the manager's access includes. */
  may: (endpoint: Endpoint) => boolean;
}

/** Visits with their cost, the next payment, and the last file. */
function ProgramMonth({ partnerId, month, payments, may }: ProgramMonthProps) {
  const seesRoster = may(employees.uploads);
  const uploads = useEndpoint(employees.uploads, seesRoster ? { query: { partnerId } } : null);
  const visits = visitsText(month);
  const [file] = uploads.data?.items ?? [];
  return (
    <Card title="Program">
      <DescriptionList
        items={[
          [
            month ? `Visits in ${periodName(month.periodId)}` : 'Visits',
            seesRoster ? (
              <Link key="visits" to={pathTo('managerVisits')}>
                {visits}
              </Link>
            ) : (
              visits
            ),
          ],
          ...(may(partnerPayments.listPaymentsOfPartner)
            ? ([
                ['Cost per visit', costPerVisit(month, payments)],
                [
                  'Next payment',
                  <Link key="payment" to={pathTo('managerPayments')}>
                    {nextPayment(payments)}
                  </Link>,
                ],
              ] as const)
            : []),
          ...(seesRoster
            ? ([
                [
                  'Last file',
                  file && (
                    <Link
                      key="file"
                      to={pathTo('uploadResults', {}, { job: file.jobId, partner: partnerId })}
                    >
                      {`${file.fileName}, ${showDate(dateInChicago(new Date(file.when)))}: ${file.uploaded.toLocaleString('en-US')} uploaded, ${file.toFix.toLocaleString('en-US')} to fix`}
                    </Link>
                  ),
                ],
              ] as const)
            : []),
        ]}
      />
    </Card>
  );
}

function visitsText(month: ProgramMonthProps['month']): string {
  if (!month) return '–';
  if (month.visits === null) return month.omitted === 'consent' ? 'Not shown' : 'Hidden, few members';
  const number = month.visits.toLocaleString('en-US');
  return month.excludesConsents ? `${number} (some members are not included)` : number;
}

function costPerVisit(month: ProgramMonthProps['month'], payments: readonly PartnerPaymentRow[]): string {
  const paid = payments.filter(({ usagePeriod }) => usagePeriod === month?.periodId);
  if (month?.visits === null || month?.excludesConsents) return '–';
  if (!month || month.visits === 0 || paid.length === 0) return 'Known after the month is closed';
  const total = paid.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0);
  return showMoney(Math.round(total / month.visits));
}

function nextPayment(payments: readonly PartnerPaymentRow[]): string {
  const ordered = payments.toSorted((a, b) => a.usagePeriod.localeCompare(b.usagePeriod));
  const next = ordered.find(({ status }) => status === pending);
  if (next) return `${showMoney(next.amountToBeSent)} for ${periodName(next.usagePeriod)}`;
  const last = ordered.at(-1);
  return last
    ? `None due. ${periodName(last.usagePeriod)}: ${showMoney(last.amountToBeSent)}, ${paymentStatusName(last.status)}`
    : 'None yet';
}

export function PartnerAccountCard({ account }: { account: CardAccount }) {
  const { role } = useSession();
  return (
    <BankAccountCard
      title="Current linked account"
      account={account}
      retrieve={
        mayCall(role, partners.bankAccountDetails)
          ? (query) => loadOnce(partners.bankAccountDetails, { query })
          : undefined
      }
    />
  );
}

export const accountForm = (account: CardAccount | null, partnerName: string) =>
  account
    ? {
        nameOnAccount: account.nameOnAccount,
        routingNumber: account.routingNumber,
        accountNumber: account.accountNumber,
        bankAccountType: account.bankAccountType,
      }
    : { nameOnAccount: partnerName, routingNumber: '', accountNumber: '' };

/** Returns a concurrent change of the account with masked numbers. */
export function accountChanges(before: CardAccount | null, now: CardAccount | null): FieldChange[] {
  if (before?.version === now?.version) return [];
  const words = (account: CardAccount | null) =>
    account
      ? `${account.accountNumber}, ${bankAccountTypes[account.bankAccountType].label}, changed on ${showDate(account.changedOn)}`
      : 'no account';
  return [{ label: 'Current linked account', before: words(before), now: words(now) }];
}

export const AccountFields = ({ disabled = false }: { disabled?: boolean }) => (
  <div className="form-grid">
    <Field
      name="bankAccount.nameOnAccount"
      hint="As printed on the bank statement."
      autoComplete="off"
      disabled={disabled}
    />
    <Field
      name="bankAccount.routingNumber"
      hint="The nine digits at the bottom left of a check."
      autoComplete="off"
      disabled={disabled}
    />
    <Field
      name="bankAccount.accountNumber"
      hint="4 to 17 digits. Leave the x unchanged to keep the number."
      autoComplete="off"
      disabled={disabled}
    />
    <Field name="bankAccount.bankAccountType" disabled={disabled} />
    <Field name="bankAccount.isMoneyFromAbroad" disabled={disabled} />
  </div>
);

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
    partnerPayments.listPaymentsOfPartner,
    partnerId !== undefined && may(partnerPayments.listPaymentsOfPartner) && program.data && current && oldest
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
    month: newestClosed !== undefined && closed.data ? { periodId: newestClosed, ...closed.data } : undefined,
    parts: [periods, program, ...months, paid, closed],
  };
}

export default function ManagerDashboardPage() {
  const { me } = useSession();
  const conditions = usePageConditions();
  const partnerId = me?.partnerId ?? undefined;
  const access = me?.access ?? 'full';
  const may = (endpoint: Endpoint) => isWithinAccess(access, endpoint);
  const seesAll = may(employees.keyFobs) && may(partnerPayments.listPaymentsOfPartner);
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
    <Welcome title={`Welcome, ${me.fullName.split(' ')[0] ?? ''}`} isSetUp={isSetUp}>
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />
      ) : isLoading ? (
        <SkeletonLines lines={12} hidesBelow />
      ) : hasProgram ? (
        <>
          <WaitingTasks />
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
  if (!data) return <SkeletonLines lines={3} hidesBelow />;
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

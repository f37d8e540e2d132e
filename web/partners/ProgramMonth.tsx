import { Link } from 'react-router-dom';
import { periodName, type PeriodId } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments as partnerPayments } from '../../shared/contracts/payments.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { showMoney } from '../../shared/money.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { paymentStatusName, pending } from '../../shared/payments/payment-status.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';

interface ProgramMonthProps {
  partnerId: string;
  /** Visits of a month; null if their number is hidden, because few members came. */
  month: { periodId: PeriodId; visits: number | null } | undefined;
  payments: readonly PartnerPaymentRow[];
  /** Endpoints that the manager's access includes. */
  may: (endpoint: Endpoint) => boolean;
}

/** Visits with their cost, the next payment, and the last file. */
export function ProgramMonth({ partnerId, month, payments, may }: ProgramMonthProps) {
  const seesRoster = may(employees.uploads);
  const uploads = useEndpoint(employees.uploads, seesRoster ? { query: { partnerId } } : null);
  const visits = month ? (month.visits?.toLocaleString('en-US') ?? 'Hidden, few members') : '–';
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
          [
            'Last file',
            file && (
              <Link key="file" to={pathTo('uploadResults', {}, { job: file.jobId, partner: partnerId })}>
                {`${file.fileName}, ${showDate(file.when.slice(0, 10))}: ${file.uploaded.toLocaleString('en-US')} uploaded, ${file.toFix.toLocaleString('en-US')} to fix`}
              </Link>
            ),
          ],
        ]}
      />
    </Card>
  );
}

function costPerVisit(month: ProgramMonthProps['month'], payments: readonly PartnerPaymentRow[]): string {
  const paid = payments.filter(({ usagePeriod }) => usagePeriod === month?.periodId);
  if (month?.visits === null) return '–';
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

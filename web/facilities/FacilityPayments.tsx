import { useMemo, useState } from 'react';
import { dateInChicago, periodName } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import type { facilities } from '../../shared/contracts/facilities.ts';
import { ListPage, type ListColumn, type ListRequest } from '../app/ListPage.tsx';
import { PaymentStatusBadge } from '../payments/PaymentStatusBadge.tsx';
import { WhyButton } from '../payments/WhyButton.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { Popup } from '../ui/Popup.tsx';
import { Table } from '../ui/Table.tsx';

type PaymentRow = ResponseOf<typeof facilities.ownPayments>['items'][number];

const columnsWith = (explain: (row: PaymentRow) => void): ListColumn<typeof facilities.ownPayments>[] => [
  { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
  { key: 'partnerName', title: 'Partner', statedOnce: true },
  { key: 'numberOfMembersWhoWillBePaid', title: 'Members', kind: 'number', detail: true },
  {
    key: 'duesPaidForOneMember',
    title: 'Dues for one member',
    kind: 'money',
    detail: true,
    statedOnce: true,
  },
  {
    key: 'statusAt',
    title: 'Since',
    detail: true,
    render: ({ statusAt }) => <DateText date={dateInChicago(new Date(statusAt))} />,
  },
  {
    key: 'amountToBeSent',
    title: 'Amount',
    kind: 'money',
    pinned: 'end',
    render: (row) => (
      <WhyButton
        cents={row.amountToBeSent}
        name={`${row.partnerName}, ${periodName(row.periodId)}`}
        onClick={() => explain(row)}
      />
    ),
  },
  {
    key: 'status',
    title: 'Status',
    pinned: 'end',
    render: ({ status }) => <PaymentStatusBadge status={status} />,
  },
];

type PaymentsEndpoint = typeof facilities.ownPayments | typeof facilities.paymentsOf;

interface PaymentsToFacilityProps<Row extends PaymentsEndpoint> {
  endpoint: Row;
  request: ListRequest<Row>;
  title?: string;
  lead?: string;
  caption: string;
}

export function FacilityPayments<Row extends PaymentsEndpoint>(props: PaymentsToFacilityProps<Row>) {
  const [explained, setExplained] = useState<PaymentRow>();
  const columns = useMemo(() => columnsWith(setExplained), []);
  return (
    <ListPage
      {...(props as PaymentsToFacilityProps<typeof facilities.ownPayments>)}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        title: 'No payments in these months',
        text: "A month's payment appears after the month has closed, on the 9th.",
      }}
      below={
        explained && (
          <Popup
            open
            title={`${explained.partnerName}, ${periodName(explained.periodId)}`}
            onClose={() => setExplained(undefined)}
          >
            <Table
              caption="Calculation of the amount"
              compact
              rows={explained.steps}
              rowKey={({ what }) => what}
              columns={[
                { key: 'what', title: 'Step', wrap: true },
                { key: 'amount', title: 'Amount', kind: 'money' },
              ]}
            />
            <p>
              Amount to be sent: <Money cents={explained.amountToBeSent} />
            </p>
          </Popup>
        )
      }
    />
  );
}

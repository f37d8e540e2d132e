import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import type { facilities } from '../../shared/facilities/contract.ts';
import type { List } from '../app/data.ts';
import { PaymentStatusBadge } from '../payments/PaymentStatusBadge.tsx';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { Popup } from '../ui/Popup.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

type Row = ResponseOf<typeof facilities.ownPayments>['items'][number];

const columnsWith = (explain: (row: Row) => void): Column<Row>[] => [
  { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
  { key: 'partnerName', title: 'Partner' },
  { key: 'numberOfMembersWhoWillBePaid', title: 'Members', kind: 'number' },
  { key: 'duesPaidForOneMember', title: 'Dues for one member', kind: 'money' },
  { key: 'amountToBeSent', title: 'Amount', kind: 'money' },
  { key: 'status', title: 'Status', render: ({ status }) => <PaymentStatusBadge status={status} /> },
  { key: 'statusAt', title: 'Since', kind: 'date' },
  {
    key: 'why',
    title: 'Explanation',
    stay: 'end',
    render: (row) => (
      <Button small onClick={() => explain(row)}>
        Explain
        <span className="hidden-text">
          {' '}
          {row.partnerName}, {periodName(row.periodId)}
        </span>
      </Button>
    ),
  },
];

/** What a club was and will be paid, each amount with how it came about. */
export function PaymentsToClub({ list, caption }: { list: List<Row, Page<Row>>; caption: string }) {
  const [explained, setExplained] = useState<Row>();
  return (
    <>
      <Table
        {...list}
        caption={caption}
        captionHidden
        columns={columnsWith(setExplained)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="No payments in these months"
            text="A month's payment appears after the month has closed, on the 9th."
          />
        }
      />
      {explained && (
        <Popup
          open
          title={`${explained.partnerName}, ${periodName(explained.periodId)}`}
          onClose={() => setExplained(undefined)}
        >
          <Table
            caption="How the amount came about"
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
      )}
    </>
  );
}

import { payments } from '../../shared/payments/contract.ts';
import { periodName } from '../../shared/calendar.ts';
import { useList } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

interface PartnersOfMembersProps {
  state: PaymentFilterState;
  sumLabel: string;
}

/** Member payments of all partners: one row per partner with a link to its members. */
export function PartnersOfMembers({ state, sumLabel }: PartnersOfMembersProps) {
  const { filter, change } = state;
  const list = useList(
    payments.listMemberPaymentsByPartner,
    filter
      ? {
          query: {
            programPaymentTypeId: filter.programPaymentTypeId,
            paymentTypeId: filter.paymentTypeId,
            periodId: filter.periodId,
          },
        }
      : null,
  );
  const month = filter ? periodName(filter.periodId) : '';
  return (
    <Table
      {...list}
      caption={`Member payments of ${month} by partner`}
      captionHidden
      columns={[
        { key: 'partnerName', title: 'Partner' },
        { key: 'count', title: 'Payments', kind: 'number' },
        { key: 'amount', title: sumLabel, kind: 'money', pinned: 'end' },
        {
          key: 'action',
          title: 'Action',
          pinned: 'end',
          render: ({ partnerId, partnerName }) => (
            <Button small onClick={() => change({ partner: partnerId })}>
              Show members<span className="hidden-text"> of {partnerName}</span>
            </Button>
          ),
        },
      ]}
      rowKey={({ partnerId }) => partnerId}
      empty={
        <EmptyState
          icon="money"
          title={`No payments for ${month} yet`}
          text="Select Generate to create the payments of all partners."
        />
      }
    />
  );
}

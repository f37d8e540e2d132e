import { partners } from '../../shared/partners/contract.ts';
import { useList } from '../app/data.ts';
import { activityColumns } from '../partners/activity-columns.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';

export function MemberActivity({ memberId }: { memberId: string }) {
  const list = useList(partners.memberActivity, { params: { memberId }, query: {} });
  return (
    <Table
      {...list}
      totalCount={undefined}
      compact
      height="240px"
      caption="Activity"
      columns={activityColumns('partnerManager')}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No activity yet" text="Changes to this member appear here." />}
    />
  );
}

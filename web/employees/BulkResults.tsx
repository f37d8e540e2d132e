import { employees } from '../../shared/employees/contract.ts';
import { useList } from '../app/data.ts';
import { MemberName } from '../app/MemberName.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';

export function BulkResults({ jobId }: { jobId: string }) {
  const list = useList(employees.bulkResults, { params: { jobId }, query: {} });
  return (
    <Table
      {...list}
      totalCount={undefined}
      compact
      height="280px"
      caption="Results by employee"
      rowKey={({ memberId }) => memberId}
      columns={[
        {
          key: 'memberName',
          title: 'Employee',
          render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
        },
        {
          key: 'success',
          title: 'Result',
          render: ({ success }) => (
            <StatusBadge color={success ? 'green' : 'beet'} label={success ? 'Done' : 'Not done'} />
          ),
        },
        { key: 'message', title: 'Result', wrap: true },
      ]}
    />
  );
}

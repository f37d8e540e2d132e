import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { employees } from '../../../shared/employees/contract.ts';
import { useList } from '../../app/data.ts';
import { MemberName } from '../../app/MemberName.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';

export function ChangeResults({ change }: { change: RosterChange }) {
  const isUndone = change.status === 'takenBack';
  const list = useList(employees.rosterChangeResults, {
    params: { changeId: change.id },
    query: { of: isUndone ? 'takenBack' : 'applied' },
  });
  return (
    <Table
      {...list}
      totalCount={undefined}
      caption={isUndone ? 'Undone changes' : 'Applied changes'}
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
            <StatusBadge
              color={success ? 'green' : 'beet'}
              label={success ? (isUndone ? 'Undone' : 'Applied') : 'Not changed'}
            />
          ),
        },
        { key: 'message', title: 'Result', wrap: true },
      ]}
    />
  );
}

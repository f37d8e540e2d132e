import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { employees } from '../../../shared/employees/contract.ts';
import { useList } from '../../app/data.ts';
import { MemberName } from '../../members/MemberName.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';

/** What became of each row that was applied, or taken back. */
export function ChangeResults({ change }: { change: RosterChange }) {
  const isTakenBack = change.status === 'takenBack';
  const list = useList(employees.rosterChangeResults, {
    params: { changeId: change.id },
    query: { of: isTakenBack ? 'takenBack' : 'applied' },
  });
  return (
    <Table
      {...list}
      totalCount={undefined}
      caption={isTakenBack ? 'What was taken back' : 'What was applied'}
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
              label={success ? (isTakenBack ? 'Taken back' : 'Applied') : 'Left as it is'}
            />
          ),
        },
        { key: 'message', title: 'What happened', wrap: true },
      ]}
    />
  );
}

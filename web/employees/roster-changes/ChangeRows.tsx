import { periodName, showDate } from '../../../shared/calendar.ts';
import {
  appliedGroups,
  type RosterChange,
  type RosterChangeRow,
  type RosterGroup,
} from '../../../shared/employees/roster-change.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { invitationStatuses } from '../../../shared/members/member.ts';
import { useList } from '../../app/data.ts';
import { DateText, Money } from '../../ui/formatted-text.tsx';
import { MemberName } from '../../app/MemberName.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/TableHead.tsx';

export const groupTitles: Record<RosterGroup, string> = {
  end: 'End',
  change: 'Change',
  add: 'Add',
  stay: 'No changes',
  wrong: 'Rows with an error',
};

const name: Column<RosterChangeRow> = {
  key: 'name',
  title: 'Employee',
  render: (row) => <MemberName memberId={row.memberId} name={row.name || '–'} />,
};
const email: Column<RosterChangeRow> = { key: 'email', title: 'Email' };
const line: Column<RosterChangeRow> = {
  key: 'line',
  title: 'Line',
  kind: 'number',
  render: (row) => row.line ?? '–',
};
const what: Column<RosterChangeRow> = { key: 'what', title: 'Change', wrap: true };
const why: Column<RosterChangeRow> = { ...what, title: 'Reason' };
const status: Column<RosterChangeRow> = {
  key: 'invitationStatus',
  title: 'Status',
  render: ({ invitationStatus }) => {
    const option = invitationStatuses.find(({ id }) => id === invitationStatus);
    return option ? <StatusBadge color={option.color} label={option.name} /> : '–';
  },
};
const money = (
  key: 'monthlyMore' | 'monthlyLess' | 'notCharged' | 'paidBack',
  title: string,
): Column<RosterChangeRow> => ({ key, title, kind: 'money', render: (row) => <Money cents={row[key]} /> });

const ends: Column<RosterChangeRow> = {
  key: 'endsNow',
  title: 'Ends',
  pinned: 'end',
  render: ({ endsNow, lastDay, what: text }) =>
    endsNow ? <StatusBadge color="beet" label="Ends now" /> : lastDay ? `After ${showDate(lastDay)}` : text,
};

const columns: Record<RosterGroup, Column<RosterChangeRow>[]> = {
  end: [
    name,
    email,
    status,
    { key: 'lastDay', title: 'Last Day', render: ({ lastDay }) => <DateText date={lastDay} /> },
    { key: 'lastDayInFile', title: 'Last Day in File', kind: 'date', statedOnce: true },
    {
      key: 'lastDues',
      title: 'Last Dues',
      render: ({ lastDues }) =>
        lastDues ? (
          <>
            <Money cents={lastDues.amount} /> {periodName(lastDues.periodId)}
          </>
        ) : (
          '–'
        ),
    },
    money('notCharged', 'Not Charged'),
    money('paidBack', 'Paid Back'),
    money('monthlyLess', 'Less per Month'),
    { key: 'keyFobNumber', title: 'Key Fob Freed', render: ({ keyFobNumber }) => keyFobNumber ?? '–' },
    { ...what, detail: true },
    ends,
  ],
  change: [name, email, status, what],
  add: [name, email, money('monthlyMore', 'More per Month'), what],
  stay: [name, email, status, line, why],
  wrong: [{ ...email, title: 'Email, Key Fob, or Number' }, name, line, why],
};

/** Rows of 834 files are named by the positions of their segments, because such files need no line breaks. */
const columnsOf = (group: RosterGroup, { benefitFile }: RosterChange): Column<RosterChangeRow>[] =>
  columns[group].map((column) =>
    column.key === 'line' && benefitFile ? { ...column, title: 'Segment' } : column,
  );

interface ChangeRowsProps {
  change: RosterChange;
  group: RosterGroup;
  /** Keys of excluded rows; undefined if the selection is closed. */
  unticked: ReadonlySet<string> | undefined;
  onUntick: (unticked: ReadonlySet<string>) => void;
}

export function ChangeRows({ change, group, unticked, onUntick }: ChangeRowsProps) {
  const list = useList(employees.rosterChangeRows, { params: { changeId: change.id }, query: { group } });
  const keys = list.rows.map(({ key }) => key);
  const ticking = unticked !== undefined && appliedGroups.some((appliedGroup) => appliedGroup === group);
  return (
    <Table
      key={group}
      {...list}
      caption={groupTitles[group]}
      captionHidden={change.status !== 'done' && change.status !== 'takenBack'}
      rowKey={({ key }) => key}
      rowLabel={(row) => row.name || row.email}
      columns={columnsOf(group, change)}
      {...(ticking && {
        selected: new Set(keys.filter((key) => !unticked.has(key))),
        onSelect: (selected: ReadonlySet<string>) => {
          const elsewhere = [...unticked].filter((key) => !keys.includes(key));
          onUntick(new Set([...elsewhere, ...keys.filter((key) => !selected.has(key))]));
        },
      })}
    />
  );
}

import type { employees } from '../../shared/contracts/employees.ts';
import { keyFobStatuses } from '../../shared/employees/key-fob.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { accessTypeName, invitationStatuses } from '../../shared/members/member.ts';
import type { ListColumn } from '../app/ListPage.tsx';
import { PhoneText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

type RosterTableColumn = ListColumn<typeof employees.keyFobs>;
type Color = 'yellow' | 'orange' | 'green' | 'beet';

const badge = (statuses: readonly { id: number; name: string; color: Color }[], id: number | null) => {
  const status = statuses.find((candidate) => candidate.id === id);
  return status ? <StatusBadge color={status.color} label={status.name} /> : '–';
};

export const furtherColumns: readonly RosterTableColumn[] = [
  { key: 'memberEmail', title: 'Email', sortable: true },
  {
    key: 'invitationStatusDescription',
    title: 'Status',
    sortable: true,
    render: ({ invitationStatus }) => badge(invitationStatuses, invitationStatus),
  },
  { key: 'keyFobNumber', title: 'Key Fob', sortable: true },
  {
    key: 'keyFobStatusName',
    title: 'Key Fob Status',
    detail: true,
    sortable: true,
    render: ({ keyFobStatusId }) => badge(keyFobStatuses, keyFobStatusId),
  },
  {
    key: 'preferredAccessType',
    title: 'Access Type',
    detail: true,
    render: ({ preferredAccessType }) => accessTypeName(preferredAccessType) ?? '–',
  },
  {
    key: 'memberPhoneNumber',
    title: 'Phone',
    detail: true,
    render: ({ memberPhoneNumber }) => (memberPhoneNumber ? <PhoneText number={memberPhoneNumber} /> : '–'),
  },
  { key: 'memberDateOfBirth', title: 'Date of Birth', kind: 'date', detail: true },
  { key: 'programEnrollmentDate', title: 'Enrolled', kind: 'date', sortable: true, detail: true },
  {
    key: 'lastMonthUsagesCount',
    title: 'Visits Last Month',
    detail: true,
    kind: 'number',
    sortable: true,
    render: ({ memberId, lastMonthUsagesCount }) => (memberId ? lastMonthUsagesCount : '–'),
  },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  { key: 'facilityName', title: 'Facility', sortable: true, detail: true },
];

export const hiddenAtFirst: readonly string[] = [
  'preferredAccessType',
  'memberPhoneNumber',
  'memberDateOfBirth',
  'facilityNumber',
];

export const rosterTable = (manage: (row: RosterRow) => void): readonly RosterTableColumn[] => [
  {
    key: 'memberLastName',
    title: 'Employee',
    sortable: true,
    render: (row) => (
      <button type="button" className="row-name" onClick={() => manage(row)}>
        {row.memberId ? (
          `${row.memberFirstName} ${row.memberLastName}`
        ) : (
          <>
            Free key fob<span className="hidden-text"> {row.keyFobNumber}</span>
          </>
        )}
      </button>
    ),
  },
  ...furtherColumns,
];

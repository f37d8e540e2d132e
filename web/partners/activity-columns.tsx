import type { ActivityRow } from '../../shared/partners/activity.ts';
import type { Role } from '../../shared/roles.ts';
import { DateText } from '../ui/DateText.tsx';
import type { Column } from '../ui/table-column.tsx';

/** When, who and what; why an administrator looked at full numbers is shown to administrators only. */
export const activityColumns = (role: Role): Column<ActivityRow>[] =>
  role === 'systemAdmin' ? [...shared(['24%', '24%', '28%']), reason] : shared(['30%', '34%', '36%']);

const shared = ([when, who, what]: [string, string, string]): Column<ActivityRow>[] => [
  { key: 'when', title: 'When', width: when, render: (row) => <DateText date={row.when} /> },
  { key: 'who', title: 'Who', width: who },
  { key: 'text', title: 'What', wrap: true, width: what },
];

const reason: Column<ActivityRow> = { key: 'reason', title: 'Reason', wrap: true, width: '24%' };

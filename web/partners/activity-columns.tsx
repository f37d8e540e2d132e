import type { ActivityRow } from '../../shared/partners/activity.ts';
import type { Role } from '../../shared/roles.ts';
import { DateText } from '../ui/DateText.tsx';
import type { Column } from '../ui/table-column.tsx';

/** When, who and what; why an administrator looked at full numbers is shown to administrators only. */
export const activityColumns = (role: Role): Column<ActivityRow>[] => [
  { key: 'when', title: 'When', width: '20%', render: ({ when }) => <DateText date={when} /> },
  { key: 'who', title: 'Who', width: '22%' },
  { key: 'text', title: 'What', wrap: true, width: role === 'systemAdmin' ? '36%' : '58%' },
  ...(role === 'systemAdmin' ? [{ key: 'reason', title: 'Reason', wrap: true, width: '22%' } as const] : []),
];

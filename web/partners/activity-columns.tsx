import type { partners } from '../../shared/contracts/partners.ts';
import type { Role } from '../../shared/roles.ts';
import { DateText } from '../ui/formatted-text.tsx';
import type { ListColumn } from '../app/ListPage.tsx';

type ActivityColumn = ListColumn<typeof partners.activity>;

export const activityColumns = (role: Role): ActivityColumn[] =>
  role === 'systemAdmin' ? [...shared(['24%', '24%', '28%']), reason] : shared(['30%', '34%', '36%']);

const shared = ([when, who, what]: [string, string, string]): ActivityColumn[] => [
  { key: 'when', title: 'When', width: when, render: (row) => <DateText date={row.when} /> },
  { key: 'who', title: 'Who', width: who },
  { key: 'text', title: 'What', wrap: true, width: what },
];

const reason: ActivityColumn = { key: 'reason', title: 'Reason', wrap: true, width: '24%' };

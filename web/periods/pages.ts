import { approvals } from '../../shared/contracts/approvals.ts';
import { periods } from '../../shared/contracts/periods.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  { path: paths.months, label: 'Home', reads: periods.months, load: () => import('./MonthsPage.tsx') },
  {
    path: paths.approvals,
    label: 'Approvals',
    reads: approvals.list,
    countsTasks: true,
    load: () => import('../approvals/ApprovalsPage.tsx'),
  },
];

import { visits } from '../../shared/contracts/visits.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const visitLog: Omit<PageDefinition, 'path' | 'label'> = {
  reads: visits.list,
  load: () => import('./VisitLogPage.tsx'),
};

export const pages: readonly PageDefinition[] = [
  {
    path: paths.importVisits,
    label: 'Check-ins',
    reads: visits.importCheckIns,
    load: () => import('./ImportVisitsPage.tsx'),
  },
  {
    path: paths.missingVisits,
    label: 'Missing visits',
    reads: visits.missingReports,
    load: () => import('./MissingVisitsPage.tsx'),
  },
  {
    path: paths.accessPass,
    label: 'Access Pass',
    reads: visits.certifyPass,
    // members who wait for their first dues see when their pass is ready
    visible: ({ activeEnrollments, flags }) =>
      activeEnrollments && flags.gmrAddProgram && flags.gmAccessPassFeature,
    load: () => import('./AccessPassPage.tsx'),
  },
  { path: paths.partnerVisits, section: 'Group memberships', label: 'Visit Log', ...visitLog },
  { path: paths.managerVisits, label: 'Visits', ...visitLog },
];

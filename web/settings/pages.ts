import { jobs } from '../../shared/contracts/jobs.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.settings,
    label: 'Settings',
    reads: settings.featureFlags,
    load: () => import('./SettingsPage.tsx'),
  },
  {
    path: paths.checklist,
    label: 'Set-up checklist',
    reads: settings.checklist,
    load: () => import('./ChecklistPage.tsx'),
  },
  {
    path: paths.jobs,
    label: 'Jobs',
    reads: jobs.list,
    load: () => import('./JobsPage.tsx'),
  },
];

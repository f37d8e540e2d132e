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
    load: async () => ({ default: (await import('./SettingsPage.tsx')).ChecklistPage }),
  },
  {
    path: paths.jobs,
    label: 'Jobs',
    reads: jobs.list,
    load: async () => ({ default: (await import('./SettingsPage.tsx')).JobsPage }),
  },
];

import { settings } from '../../shared/settings/contract.ts';
import type { PageRow } from '../page.ts';

export const pages: readonly PageRow[] = [
  {
    path: '/admin/settings',
    label: 'Settings',
    reads: settings.featureFlags,
    load: () => import('./SettingsPage.tsx'),
  },
];

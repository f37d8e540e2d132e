import { settings } from '../../shared/settings/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/settings',
    label: 'Settings',
    reads: settings.featureFlags,
    load: () => import('./SettingsPage.tsx'),
  },
];

import type { PageRow } from '../page.ts';

export const pages: readonly PageRow[] = [
  { path: '/', label: 'Home', hidden: true, load: () => import('./HomePage.tsx') },
];

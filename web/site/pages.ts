import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.home,
    label: 'Home',
    description:
      'Wellport connects employers, insurers, clubs, and members: fitness benefits that people use, with every visit and every dollar accounted for.',
    hidden: true,
    load: () => import('./HomePage.tsx'),
  },
];

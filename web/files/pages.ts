import { files } from '../../shared/contracts/files.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.storedFile,
    label: 'File',
    hidden: true,
    reads: files.get,
    load: () => import('./StoragePage.tsx'),
  },
];

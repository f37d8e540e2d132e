import { files } from '../../shared/files/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/storage/:filePartitionKey/:fileRowKey',
    label: 'File',
    hidden: true,
    reads: files.get,
    load: () => import('./StoragePage.tsx'),
  },
];

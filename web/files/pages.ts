import { files } from '../../shared/files/contract.ts';
import type { PageRow } from '../page.ts';

export const pages: readonly PageRow[] = [
  {
    path: '/storage/:filePartitionKey/:fileRowKey',
    label: 'File',
    hidden: true,
    reads: files.get,
    load: () => import('./StoragePage.tsx'),
  },
];

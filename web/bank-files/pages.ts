import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/bankfiles',
    label: 'Bank files',
    reads: bankFiles.list,
    load: () => import('./BankFilesPage.tsx'),
  },
  {
    path: '/admin/bankfiles/:bankFileId',
    label: 'Bank file',
    hidden: true,
    reads: bankFiles.get,
    load: () => import('./BankFilePage.tsx'),
  },
];

import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/bankfiles/treasury',
    section: 'Bank files',
    label: 'Treasury',
    reads: bankFiles.getTreasury,
    load: () => import('./TreasuryPage.tsx'),
  },
  {
    path: '/admin/bankfiles',
    section: 'Bank files',
    label: 'Sent files',
    reads: bankFiles.list,
    load: () => import('./BankFilesPage.tsx'),
  },
  {
    path: '/admin/bankfiles/received',
    section: 'Bank files',
    label: 'Received files',
    reads: bankFiles.listReceived,
    load: () => import('./ReceivedFilesPage.tsx'),
  },
  {
    path: '/admin/bankfiles/review',
    section: 'Bank files',
    label: 'To review',
    reads: bankFiles.listOpenEntries,
    load: () => import('./ReviewPage.tsx'),
  },
  {
    path: '/admin/bankfiles/received/:inboxFileId',
    label: 'Received file',
    hidden: true,
    reads: bankFiles.getReceived,
    load: () => import('./ReceivedFilePage.tsx'),
  },
  {
    path: '/admin/bankfiles/:bankFileId',
    label: 'Bank file',
    hidden: true,
    reads: bankFiles.get,
    load: () => import('./BankFilePage.tsx'),
  },
];

import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.treasury,
    section: 'Bank files',
    label: 'Treasury',
    reads: bankFiles.getTreasury,
    load: () => import('./TreasuryPage.tsx'),
  },
  {
    path: paths.bankFiles,
    section: 'Bank files',
    label: 'Sent files',
    reads: bankFiles.list,
    load: () => import('./BankFilesPage.tsx'),
  },
  {
    path: paths.receivedFiles,
    section: 'Bank files',
    label: 'Received files',
    reads: bankFiles.listReceived,
    load: () => import('./ReceivedFilesPage.tsx'),
  },
  {
    path: paths.reviewEntries,
    section: 'Bank files',
    label: 'To review',
    reads: bankFiles.listOpenEntries,
    load: async () => ({ default: (await import('./BankFilesPage.tsx')).ReviewPage }),
  },
  {
    path: paths.waitingAccounts,
    section: 'Bank files',
    label: 'Waiting accounts',
    reads: bankFiles.listWaitingAccounts,
    load: () => import('./AccountsPage.tsx'),
  },
  {
    path: paths.fraud,
    section: 'Bank files',
    label: 'Fraud monitoring',
    reads: bankFiles.getFraudMonitoring,
    load: async () => ({ default: (await import('./AccountsPage.tsx')).FraudPage }),
  },
  {
    path: paths.returnedEntries,
    label: 'Returned entries',
    hidden: true,
    reads: bankFiles.listReturnedEntries,
    load: () => import('./ReturnedEntriesPage.tsx'),
  },
  {
    path: paths.receivedFile,
    label: 'Received file',
    hidden: true,
    reads: bankFiles.getReceived,
    load: () => import('./ReceivedFilePage.tsx'),
  },
  {
    path: paths.bankFile,
    label: 'Bank file',
    hidden: true,
    reads: bankFiles.get,
    load: () => import('./BankFilePage.tsx'),
  },
];

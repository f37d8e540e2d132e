import { ledger } from '../../shared/ledger/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/bankfiles/proof',
    section: 'Bank files',
    label: 'Proof',
    reads: ledger.getProof,
    load: () => import('./ProofPage.tsx'),
  },
];

import { ledger } from '../../shared/contracts/ledger.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.proof,
    label: 'Proof',
    reads: ledger.getProof,
    load: () => import('./ProofPage.tsx'),
  },
];

import { ledger } from '../../shared/contracts/ledger.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(ledger, {
  getProof: { own: () => ({ params: { periodId: '202610' } }) },
  downloadProof: { own: () => ({ params: { periodId: '202610' } }) },
  downloadEntries: { own: () => ({ params: { periodId: '202610' } }) },
  prove: { own: () => ({ params: { periodId: '202610' }, body: {} }) },
});

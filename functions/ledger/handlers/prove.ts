import { ledger } from '../../../shared/contracts/ledger.ts';
import { beginJob } from '../../jobs/begin.ts';
import { countPartners } from '../../partners/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(ledger.prove, async ({ params: { periodId }, caller, now, newId }) =>
  beginJob(
    {
      id: newId(),
      kind: 'ledger proof',
      input: { periodId },
      // One step per partner, and the seal.
      total: (await countPartners()) + 1,
      message: 'Reading payments and ledger entries.',
    },
    caller,
    now,
  ),
);

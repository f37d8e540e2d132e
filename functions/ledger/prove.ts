import { ledger } from '../../shared/ledger/contract.ts';
import { beginJob } from '../jobs/begin.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(ledger.prove, async ({ params: { periodId }, caller, now, newId }) =>
  beginJob(
    {
      id: newId(),
      kind: 'ledger proof',
      input: { periodId },
      total: 0,
      message: 'Reading payments and ledger entries.',
    },
    caller,
    now,
  ),
);

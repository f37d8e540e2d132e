import { payments } from '../../shared/payments/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { beginJob } from '../jobs/begin.ts';
import { handle } from '../platform/handle.ts';
import { countMatching } from './statuses/matching.ts';

export const handler = handle(payments.changeMatching, async ({ body, caller, now, newId }) => {
  const { expectedCount, ...input } = body;
  const { count, nextCursor } = await countMatching(input, input.decision, null);
  // of more than a call counts, at least so many are there; the job tells how many it changed
  const isAsNamed = nextCursor === null ? count === expectedCount : count <= expectedCount;
  if (!isAsNamed)
    throw new Refusal(
      'conflict',
      `Nothing was changed: there are ${nextCursor === null ? count : `more than ${count}`} such payments now. Check the number, then try again.`,
    );
  return beginJob(
    {
      id: newId(),
      kind: 'payment statuses',
      input,
      total: expectedCount,
      message: 'Changing the payments.',
      tally: { changed: 0, kept: 0 },
    },
    caller,
    now,
  );
});

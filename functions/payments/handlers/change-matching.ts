import { payments } from '../../../shared/contracts/payments.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { handle } from '../../handle.ts';
import { countedOtherwise, countMatching } from '../statuses/matching.ts';

export const handler = handle(payments.changeMatching, async ({ body, caller, now, newId }) => {
  const { expectedCount, ...input } = body;
  const { count, nextCursor } = await countMatching(input, input.decision, null);
  const isAll = nextCursor === null;
  if (isAll ? count !== expectedCount : count > expectedCount)
    throw new Refusal('conflict', countedOtherwise(count, isAll));
  return beginJob(
    {
      id: newId(),
      kind: 'payment statuses',
      // if one call cannot count them all, the job counts the rest before it changes any
      input: isAll ? input : { ...input, counting: { expectedCount, count, from: nextCursor } },
      total: expectedCount,
      message: 'Changing payments.',
      tally: { changed: 0, kept: 0 },
    },
    caller,
    now,
  );
});

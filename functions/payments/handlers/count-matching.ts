import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { countMatching } from '../statuses/matching.ts';

export const handler = handle(payments.countMatching, async ({ query }) =>
  countMatching(query, query.decision, query.cursor ?? null),
);

import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { sumsByStatus } from '../statuses/matching.ts';

export const handler = handle(payments.sumsByStatus, async ({ query }) =>
  sumsByStatus(query, query.cursor ?? null),
);

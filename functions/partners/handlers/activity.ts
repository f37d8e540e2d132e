import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { activityRows } from '../activity-rows.ts';
import { activityOf } from '../activity-store.ts';

export const handler = handle(partners.activity, async ({ params, query, caller }) => {
  const { events, nextCursor } = await activityOf(params.partnerId, query);
  return { items: await activityRows(events, caller), totalCount: null, nextCursor };
});

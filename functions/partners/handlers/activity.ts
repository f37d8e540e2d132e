import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { activityRows, readerOf } from '../activity-rows.ts';
import { activityOf } from '../activity-store.ts';

export const handler = handle(partners.activity, async ({ params, query, caller }) => {
  const reader = readerOf(caller);
  const { events, nextCursor } = await activityOf(params.partnerId, query, reader);
  return { items: await activityRows(events, reader), totalCount: null, nextCursor };
});

import { partners } from '../../../shared/contracts/partners.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { activityRows, readerOf } from '../activity-rows.ts';
import { activityOfMember } from '../activity-store.ts';

export const handler = handle(partners.memberActivity, async ({ params, query, caller }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  const reader = readerOf(caller);
  const { events, nextCursor } = await activityOfMember(member.id, query.cursor, reader);
  return { items: await activityRows(events, reader), totalCount: null, nextCursor };
});

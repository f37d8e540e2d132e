import { partners } from '../../../shared/contracts/partners.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { activityRows } from '../activity-rows.ts';
import { activityOfMember } from '../activity-store.ts';

export const handler = handle(partners.memberActivity, async ({ params, query, caller }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  const { events, nextCursor } = await activityOfMember(member.id, query.cursor);
  return { items: await activityRows(events, caller), totalCount: null, nextCursor };
});

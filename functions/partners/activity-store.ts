import * as z from 'zod';
import { auditEventNames } from '../../shared/audit-event.ts';
import { activityDetails } from '../../shared/partners/activity.ts';
import { pageSize } from '../../shared/page.ts';
import { keys, lists } from '../table/keys.ts';
import { pageOfList, type List } from '../table/list.ts';
import { queryItems } from '../table/table.ts';

const partnerEvent = z.object({
  sk: z.string(),
  name: z.enum(auditEventNames),
  subject: z.string(),
  who: z.string(),
  when: z.string(),
  before: activityDetails.optional(),
  after: activityDetails.optional(),
});
export type PartnerEvent = z.output<typeof partnerEvent>;

const activityList = (partnerId: string): List<PartnerEvent> => ({
  name: lists.activity(partnerId),
  columns: ['when'],
  read: (item) => partnerEvent.parse(item),
});

/** Returns a page of the events of a partner and its records, newest first, optionally of one month. */
export async function activityOf(
  partnerId: string,
  { cursor, periodId }: { cursor?: string | undefined; periodId?: string | undefined },
) {
  const { items, nextCursor } = await pageOfList(activityList(partnerId), {
    sortOrder: 'desc',
    ...(cursor !== undefined && { cursor }),
    ...(periodId !== undefined && { beginsWith: `${periodId.slice(0, 4)}-${periodId.slice(4)}` }),
  });
  return { events: items, nextCursor };
}

/** Returns a page of one member's events, newest first; the cursor is the base64url key of the last event. */
export async function activityOfMember(memberId: string, cursor: string | undefined) {
  const { pk } = keys.audit(`member ${memberId}`, '', '');
  const after = cursor && Buffer.from(cursor, 'base64url').toString('utf8');
  const { items, last } = await queryItems(pk, {
    backwards: true,
    limit: pageSize,
    ...(after && { after }),
  });
  return {
    events: items.map((item) => partnerEvent.parse(item)),
    nextCursor: last && Buffer.from(last).toString('base64url'),
  };
}

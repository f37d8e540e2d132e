import * as z from 'zod';
import { auditEventNames } from '../../shared/audit-event.ts';
import { activityDetails } from '../../shared/partners/activity.ts';
import { isActivityOf, type ActivityReader } from '../../shared/partners/activity-readers.ts';
import { pageSize } from '../../shared/page.ts';
import { activityColumns } from '../table/audit.ts';
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
  columns: activityColumns,
  read: (item) => partnerEvent.parse(item),
});

const isSeenBy = (reader: ActivityReader) => (event: PartnerEvent) => isActivityOf(reader, event.name);

/**
 * Returns a page of the events of a partner and its records that a reader sees, newest first, optionally of one month.
 * The order of the reader contains no other events, so that neither a short page nor a cursor reveals one.
 */
export async function activityOf(
  partnerId: string,
  { cursor, periodId }: { cursor?: string | undefined; periodId?: string | undefined },
  reader: ActivityReader,
) {
  const { items, nextCursor } = await pageOfList(activityList(partnerId), {
    sortBy: reader,
    sortOrder: 'desc',
    ...(cursor !== undefined && { cursor }),
    ...(periodId !== undefined && { beginsWith: `${periodId.slice(0, 4)}-${periodId.slice(4)}` }),
  });
  return { events: items.filter(isSeenBy(reader)), nextCursor };
}

const eventsPerRead = 100;

/**
 * Returns a page of one member's events that a reader sees, newest first. The cursor is the base64url key of the last
 * one, and pages are full, so that neither reveals an event between them.
 */
export async function activityOfMember(memberId: string, cursor: string | undefined, reader: ActivityReader) {
  const { pk } = keys.audit(`member ${memberId}`, '', '');
  const events: PartnerEvent[] = [];
  let after = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString('utf8');
  do {
    const { items, last } = await queryItems(pk, {
      backwards: true,
      limit: eventsPerRead,
      ...(after && { after }),
    });
    events.push(...items.map((item) => partnerEvent.parse(item)).filter(isSeenBy(reader)));
    after = last;
  } while (after !== null && events.length <= pageSize);
  const page = events.slice(0, pageSize);
  const end = events.length > pageSize ? page.at(-1) : undefined;
  return { events: page, nextCursor: end ? Buffer.from(end.sk).toString('base64url') : null };
}

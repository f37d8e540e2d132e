import * as z from 'zod';
import { auditEventNames } from '../../shared/audit-event.ts';
import { activityDetails } from '../../shared/partners/activity.ts';
import { pageSize } from '../../shared/page.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';

const partnerEvent = z.object({
  sk: z.string(),
  name: z.enum(auditEventNames),
  who: z.string(),
  when: z.string(),
  before: activityDetails.optional(),
  after: activityDetails.optional(),
});

/** A page of what happened to a partner, the latest first; the cursor is the place of the last event, base64url. */
export async function activityOf(partnerId: string, cursor: string | undefined) {
  const { pk } = keys.audit(`partner ${partnerId}`, '', '');
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

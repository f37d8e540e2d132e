import * as z from 'zod';
import { auditEventNames } from '../../shared/audit-event.ts';
import type { UserEvent } from '../../shared/users/session-contract.ts';
import { getItems } from '../table/batch-get-items.ts';
import { queryWho } from '../table/query-index.ts';

const eventsPerPage = 50;

const stored = z.object({ name: z.enum(auditEventNames), subject: z.string(), when: z.string() });

/**
 * Returns the latest audit events that a user caused before an ISO instant, newest first, and the instant of the next
 * page. Events of one transaction have the same instant, so a page ends between two instants.
 */
export async function eventsOfUser(
  userId: string,
  before: string,
): Promise<{ items: UserEvent[]; before: string | null }> {
  const { Items = [], LastEvaluatedKey } = await queryWho(userId, before, eventsPerPage);
  const last = String(Items.at(-1)?.when);
  const complete = LastEvaluatedKey ? Items.filter(({ when }) => when !== last) : Items;
  const page = complete.length > 0 ? complete : Items;
  const items = await getItems(page.map(({ pk, sk }) => ({ pk, sk })));
  return {
    items: items
      .filter(({ entity }) => entity === 'audit event')
      .map((item) => stored.parse(item))
      .toSorted((left, right) => right.when.localeCompare(left.when)),
    before: LastEvaluatedKey ? String(page.at(-1)?.when) : null,
  };
}

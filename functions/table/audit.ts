import type { AuditEvent } from '../../shared/audit-event.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { traceId } from '../platform/log.ts';
import { putOnce } from './change.ts';
import type { Write } from './write.ts';
import { sortText } from './entity.ts';
import { keys, lists } from './keys.ts';

/**
 * Returns the write of an audit event for the transaction of its change. An event of a partner is also in the
 * partner's activity list, as the same item, at no further cost.
 */
export function auditWrite(event: Omit<AuditEvent, 'when'>, now: Date): Write {
  const when = now.toISOString();
  // ordered IDs preserve the order of events within a millisecond
  const id = newOrderedId();
  const partnerId = event.partnerId ?? /^partner (.+)$/.exec(event.subject)?.[1];
  const activity = partnerId && {
    list: lists.activity(partnerId),
    s1: sortText(`${dateInChicago(now)} ${when}`, id),
  };
  return putOnce({
    ...keys.audit(event.subject, when, id),
    entity: 'audit event',
    ...event,
    when,
    requestId: traceId(),
    ...activity,
  });
}

import type { AuditEvent } from '../../shared/audit-event.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { traceId } from '../platform/trace.ts';
import { putOnce, type Write } from './change.ts';
import { sortText } from './entity.ts';
import { keys, lists } from './keys.ts';

/**
 * The write that records an audit event; it goes into the transaction of the change. What belongs to a partner is
 * in the partner's activity too, by day and instant: the same item, so that it costs no further write.
 */
export function auditWrite(event: Omit<AuditEvent, 'when'>, now: Date): Write {
  const when = now.toISOString();
  // the events of one millisecond stay in the order in which they were written
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

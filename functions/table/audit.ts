import type { AuditEvent } from '../../shared/audit-event.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { putOnce, type Write } from './change.ts';
import { keys } from './keys.ts';

/** The write that records an audit event; it goes into the transaction of the change. */
export function auditWrite(event: Omit<AuditEvent, 'when'>, now: Date): Write {
  const when = now.toISOString();
  // the events of one millisecond stay in the order in which they were written
  return putOnce({
    ...keys.audit(event.subject, when, newOrderedId()),
    entity: 'audit event',
    ...event,
    when,
  });
}

import { monotonicFactory } from 'ulid';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { putOnce, type Write } from './change.ts';
import { keys } from './keys.ts';

/** Keeps the events of one millisecond in the order in which they were written. */
const nextId = monotonicFactory();

/** The write that records an audit event; it goes into the transaction of the change. */
export function auditWrite(event: Omit<AuditEvent, 'when'>, now: Date): Write {
  const when = now.toISOString();
  return putOnce({ ...keys.audit(event.subject, when, nextId()), entity: 'audit event', ...event, when });
}

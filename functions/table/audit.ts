import { ulid } from 'ulid';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { putOnce, type Write } from './change.ts';
import { keys } from './keys.ts';

/** The write that remembers an event; goes into the transaction of the change it tells of. */
export function auditWrite(event: Omit<AuditEvent, 'when'>, now: Date): Write {
  const when = now.toISOString();
  return putOnce({ ...keys.audit(event.subject, when, ulid()), entity: 'audit event', ...event, when });
}

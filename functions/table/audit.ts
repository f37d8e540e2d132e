import type { AuditEvent, AuditEventName } from '../../shared/audit-event.ts';
import { isActivityOf, type ActivityReader } from '../../shared/partners/activity-readers.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { traceId } from '../platform/log.ts';
import type { Measures } from '../platform/metrics.ts';
import { measured, putOnce } from './change.ts';
import type { Write } from './write.ts';
import { sortText } from './entity.ts';
import { keys, lists } from './keys.ts';

/** Events that alarms count (infra/alarms/alarm-table.ts). */
const measures: Partial<Record<AuditEventName, Measures>> = {
  'bank account shown in full': { AccountsRead: 1 },
  'administrator invited': { AdministratorsInvited: 1 },
  'partner bank account changed': { PayeesChanged: 1 },
  'partner bank account replaced': { PayeesChanged: 1 },
  'facility bank account changed': { PayeesChanged: 1 },
  'member bank account changed': { PayeesChanged: 1 },
};

/** Orders of a partner's activity list: one per reader, which contains the events that the reader sees. */
export const activityColumns = [
  'administrators',
  'managers',
  'rosterManagers',
] as const satisfies readonly ActivityReader[];

/** Returns the attributes that list an event in a partner's activity. */
function activityEntry(
  partnerId: string,
  { name, when, id }: Pick<AuditEvent, 'name' | 'when'> & { id: string },
): Record<string, string> {
  const sortKey = sortText(`${dateInChicago(new Date(when))} ${when}`, id);
  const columns = activityColumns.flatMap((reader, index) =>
    isActivityOf(reader, name) ? [[`s${index + 1}`, sortKey]] : [],
  );
  return { list: lists.activity(partnerId), ...Object.fromEntries(columns) };
}

/**
 * Returns the write of an audit event for the transaction of its change. An event of a partner is also in the
 * partner's activity list, as the same item, at no further cost.
 */
export function auditWrite(event: Omit<AuditEvent, 'when'>, now: Date): Write {
  const when = now.toISOString();
  // ordered IDs preserve the order of events within a millisecond
  const id = newOrderedId();
  const partnerId = event.partnerId ?? /^partner (.+)$/.exec(event.subject)?.[1];
  const write = putOnce({
    ...keys.audit(event.subject, when, id),
    entity: 'audit event',
    ...event,
    when,
    requestId: traceId(),
    ...(partnerId && activityEntry(partnerId, { name: event.name, when, id })),
  });
  return measured(write, measures[event.name] ?? {});
}

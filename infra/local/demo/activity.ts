import { auditWrite } from '../../../functions/table/audit.ts';
import type { Write } from '../../../functions/table/write.ts';
import type { AuditEvent } from '../../../shared/audit-event.ts';
import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import { keyFobNumber, type DemoMember } from './members.ts';
import type { DemoPartner } from './partners.ts';

/**
 * Returns the audit events of a partner until today, on the days of its records. Without a manager, an administrator
 * did everything.
 */
export function demoActivity(
  { partner, terms }: DemoPartner,
  members: readonly DemoMember[],
  { admin, manager }: { admin: string; manager: string },
): Write[] {
  const subject = `partner ${partner.id}`;
  const on = (date: CalendarDate, hour: number, event: Omit<AuditEvent, 'when'>) =>
    auditWrite(event, new Date(`${date}T${String(hour).padStart(2, '0')}:10:00.000Z`));
  const before = (days: number) => addDays(terms.launchDate, -days);
  const account = { payeeToken: partner.payeeToken, lastFour: '0900' };
  const keyFobs = { first: keyFobNumber(partner.id, 0), last: keyFobNumber(partner.id, 519), count: 520 };
  const uploaded = { uploaded: members.length };
  return [
    on(before(34), 15, { name: 'partner billing changed', subject, who: admin, after: { ...partner } }),
    on(before(34), 16, { name: 'partner bank account changed', subject, who: admin, after: account }),
    on(before(32), 15, { name: 'group membership created', subject, who: admin, after: { ...terms } }),
    on(before(20), 15, { name: 'key fobs added', subject, who: admin, after: keyFobs }),
    on(before(18), 17, { name: 'employees uploaded', subject, who: manager, after: uploaded }),
    ...members.flatMap(({ member: { id, invitedOn } }) =>
      invitedOn === null
        ? []
        : on(invitedOn, 18, {
            name: 'member invited',
            subject: `member ${id}`,
            partnerId: partner.id,
            who: manager,
            after: { attempt: 1, invitedOn },
          }),
    ),
  ];
}

import type { AuditEventName } from '../../shared/audit-event.ts';
import { dateInChicago, daysBetween, showDate, type CalendarDate } from '../../shared/calendar.ts';
import type { SignOn } from '../../shared/single-sign-on/sign-on.ts';
import { loadPartner } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import type { Caller } from '../users/caller.ts';
import { emailAccessChange } from '../users/invitation-email.ts';
import { certificateOf } from './saml.ts';
import { allSignOns, signOnChange } from './sign-on-store.ts';

interface SignOnChange {
  name: AuditEventName;
  detail?: Record<string, unknown>;
  /** Verb phrase of the email to everyone responsible; without one, nothing is emailed. */
  what?: string;
}

/** Writes a change with its audit event, and emails the partner's contact and managers and all administrators. */
export async function saveSignOn(
  before: SignOn,
  after: SignOn,
  { name, detail, what }: SignOnChange,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  const { partnerId } = before;
  const event = { name, subject: `partner ${partnerId}`, who: caller.userId, after: detail };
  await transact(...signOnChange(before, after), auditWrite(event, now));
  if (what === undefined) return;
  const { name: partnerName } = await loadPartner(partnerId);
  const change = { partnerId, what: `${what} of ${partnerName}`, withAdministrators: true } as const;
  await emailAccessChange(caller, change);
}

/** Days before an expiry on which it is announced. */
const noticeDays = [60, 30, 7];

/** Returns the due notices of a provider's secret and certificates: the latest of each that was not announced. */
function dueNotices({ active, notices }: SignOn, today: CalendarDate): { key: string; what: string }[] {
  if (!active) return [];
  const secret = { subject: 'the client secret', expiresOn: active.secretExpiresOn };
  const certificates = active.certificates.map(certificateOf).map(({ subject, expiresAt }) => ({
    subject: `the certificate ${subject}`,
    expiresOn: dateInChicago(new Date(expiresAt)),
  }));
  return [secret, ...certificates].flatMap(({ subject, expiresOn }) => {
    if (expiresOn === null || expiresOn < today) return [];
    const left = daysBetween(today, expiresOn);
    const days = noticeDays.findLast((notice) => left <= notice);
    const key = `${subject} ${expiresOn} ${days}`;
    return days === undefined || notices.includes(key)
      ? []
      : [{ key, what: `${subject} of the identity provider expires on ${showDate(expiresOn)}` }];
  });
}

/** Emails everyone responsible about secrets and certificates that expire within 60, 30, and 7 days, each once. */
export async function announceExpiries(now: Date): Promise<void> {
  for await (const signOn of allSignOns()) {
    const due = dueNotices(signOn, dateInChicago(now));
    if (due.length === 0) continue;
    const notices = [...signOn.notices, ...due.map(({ key }) => key)];
    await transact(...signOnChange(signOn, { ...signOn, notices }));
    const { id: partnerId, name } = await loadPartner(signOn.partnerId);
    const notice = due.map(({ what }) => what).join('; ');
    await emailAccessChange(
      { role: 'guest', user: undefined },
      {
        partnerId,
        notice: `Single sign-on of ${name}: ${notice}. Replace it before that day.`,
        withAdministrators: true,
        what: '',
      },
    );
  }
}

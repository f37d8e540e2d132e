import type { AuditEventName } from '../../shared/audit-event.ts';
import { dateInChicago, daysBetween, showDate, type CalendarDate } from '../../shared/calendar.ts';
import type { SignOn } from '../../shared/single-sign-on/sign-on.ts';
import { loadPartner } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { nameOf, type Caller } from '../users/caller.ts';
import { emailResponsible } from '../users/invitation-email.ts';
import { certificateOf } from './saml.ts';
import { allSignOns, lacksPasswords, loadSignOn, signOnChange } from '../users/sign-on-store.ts';

interface SignOnChange {
  name: AuditEventName;
  detail?: Record<string, unknown>;
  /** Verb phrase of the email to everyone responsible. */
  what: string;
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
  const { name: partnerName } = await loadPartner(partnerId);
  await emailResponsible(caller, { partnerId, withAdministrators: true }, 'Single sign-on was changed', [
    `${nameOf(caller)} ${what} of ${partnerName}.`,
    'If you did not expect this, log in and review the settings now.',
  ]);
}

/** Days before an expiry on which it is announced. */
const noticeDays = [60, 30, 7];

/** Returns the due notices of a provider's secret and certificates: the latest of each that was not announced. */
function dueNotices({ active, notices }: SignOn, today: CalendarDate): { key: string; what: string }[] {
  if (!active) return [];
  const secret = { subject: 'The client secret', expiresOn: active.secretExpiresOn };
  const certificates = active.certificates.map(certificateOf).map(({ subject, expiresAt }) => ({
    subject: `The certificate ${subject}`,
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

const system = { role: 'guest', user: undefined } as const;
const lackNotice = 'passwords';

/** Emails everyone responsible, once, if fewer than two managers have a password for an outage of a required provider. */
export async function announceLack(partnerId: string): Promise<void> {
  const signOn = await loadSignOn(partnerId);
  const { notices } = signOn;
  const isLacking = await lacksPasswords(signOn);
  if (isLacking === notices.includes(lackNotice)) return;
  const others = notices.filter((notice) => notice !== lackNotice);
  const after = { ...signOn, notices: isLacking ? [...others, lackNotice] : others };
  await transact(...signOnChange(signOn, after));
  if (!isLacking) return;
  const { name } = await loadPartner(partnerId);
  const subject = 'Single sign-on: managers with a password are missing';
  await emailResponsible(system, { partnerId, withAdministrators: true }, subject, [
    `${name} requires its identity provider, but fewer than two managers can log in with a password while it does not respond.`,
    'Under Settings, Single sign-on, select two managers with full access.',
  ]);
}

/** Emails everyone responsible about secrets and certificates that expire within 60, 30, and 7 days, each once. */
export async function announceExpiries(now: Date): Promise<void> {
  for await (const { partnerId: id } of allSignOns()) {
    await announceLack(id);
    const signOn = await loadSignOn(id);
    const due = dueNotices(signOn, dateInChicago(now));
    if (due.length === 0) continue;
    const notices = [...signOn.notices, ...due.map(({ key }) => key)];
    await transact(...signOnChange(signOn, { ...signOn, notices }));
    const { id: partnerId, name } = await loadPartner(signOn.partnerId);
    const recipients = { partnerId, withAdministrators: true } as const;
    await emailResponsible(system, recipients, 'Single sign-on: renewal is due', [
      ...due.map(({ what }) => `${what} (${name}).`),
      'Renew it at the identity provider, and enter the new one under Settings, Single sign-on, before that day. Until then, log-ins continue.',
    ]);
  }
}

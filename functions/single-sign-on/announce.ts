import type { AuditEventName } from '../../shared/audit-event.ts';
import { dateInChicago, daysBetween, showDate, type CalendarDate } from '../../shared/calendar.ts';
import {
  domainRecord,
  type EmailDomain,
  isRecordMissing,
  type SignOn,
} from '../../shared/single-sign-on/sign-on.ts';
import { loadPartner } from '../partners/store.ts';
import { txtRecords } from '../platform/dns.ts';
import { errorFields, log } from '../platform/log.ts';
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

const noticeDays = [60, 30, 7];

/** A warning to everyone responsible, sent once while its cause lasts. */
interface Notice {
  key: string;
  subject: string;
  lines: readonly string[];
}

function expiryNotices({ active }: SignOn, today: CalendarDate): Notice[] {
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
    if (days === undefined) return [];
    const lines = [
      `${subject} of the identity provider expires on ${showDate(expiresOn)}.`,
      'Renew it at the identity provider, and enter the new one under Settings, Single sign-on, before that day. Until then, log-ins continue.',
    ];
    return [{ key: `${subject} ${expiresOn} ${days}`, subject: 'Single sign-on: renewal is due', lines }];
  });
}

async function passwordNotices(signOn: SignOn): Promise<Notice[]> {
  if (!(await lacksPasswords(signOn))) return [];
  const lines = [
    'The identity provider is required, but fewer than two managers can log in with a password while it does not respond.',
    'Under Settings, Single sign-on, select two managers with full access.',
  ];
  return [{ key: 'passwords', subject: 'Single sign-on: managers with a password are missing', lines }];
}

const domainNotices = ({ domains }: SignOn, today: CalendarDate): Notice[] =>
  domains
    .filter((emailDomain) => isRecordMissing(emailDomain, today))
    .map((emailDomain) => {
      const { recordName, recordValue } = domainRecord(emailDomain);
      const lines = [
        `The TXT record ${recordName} has been missing since ${showDate(emailDomain.missingSince ?? today)}. Add it again with the value ${recordValue}.`,
        'Log-ins continue, but until then, another partner of Wellport can prove the domain.',
      ];
      const key = `record ${emailDomain.domain}`;
      return { key, subject: `Single sign-on: ${emailDomain.domain} is no longer proven`, lines };
    });

/** Emails everyone responsible for a partner the due notices of its single sign-on that were not sent yet. */
export async function announce(partnerId: string, now: Date): Promise<void> {
  const signOn = await loadSignOn(partnerId);
  const today = dateInChicago(now);
  const due = [
    ...expiryNotices(signOn, today),
    ...(await passwordNotices(signOn)),
    ...domainNotices(signOn, today),
  ];
  const notices = due.map(({ key }) => key);
  if (String(notices) === String(signOn.notices)) return;
  await transact(...signOnChange(signOn, { ...signOn, notices }));
  const { name } = await loadPartner(partnerId);
  const recipients = { partnerId, withAdministrators: true } as const;
  for (const { key, subject, lines } of due)
    if (!signOn.notices.includes(key))
      await emailResponsible({ role: 'guest', user: undefined }, recipients, subject, [
        `This is about the single sign-on of ${name}.`,
        ...lines,
      ]);
}

/** True if the name servers have the TXT record of a domain; throws if they do not respond. */
export async function hasRecord(emailDomain: EmailDomain): Promise<boolean> {
  const { recordName, recordValue } = domainRecord(emailDomain);
  return (await txtRecords(recordName)).includes(recordValue);
}

/** Records which proven domains have lost their TXT record; name servers that do not respond change nothing. */
async function checkRecords(signOn: SignOn, today: CalendarDate): Promise<void> {
  const domains = await Promise.all(
    signOn.domains.map(async (emailDomain): Promise<EmailDomain> => {
      const { provenAt, missingSince } = emailDomain;
      const isPresent = provenAt !== null && (await hasRecord(emailDomain).catch(() => undefined));
      if (provenAt === null || isPresent === undefined) return emailDomain;
      return { ...emailDomain, missingSince: isPresent ? undefined : (missingSince ?? today) };
    }),
  );
  if (domains.some(({ missingSince }, index) => missingSince !== signOn.domains[index]?.missingSince))
    await transact(...signOnChange(signOn, { ...signOn, domains }));
}

const partnersAtOnce = 20;

/** Checks the domains of all partners, and sends due notices; once per day. A fault of one partner is logged. */
export async function announceAll(now: Date): Promise<void> {
  const signOns = allSignOns();
  const checkNext = async () => {
    for await (const signOn of signOns)
      try {
        await checkRecords(signOn, dateInChicago(now));
        await announce(signOn.partnerId, now);
      } catch (error) {
        log('error', 'single sign-on not checked', { partnerId: signOn.partnerId, ...errorFields(error) });
      }
  };
  await Promise.all(Array.from({ length: partnersAtOnce }, checkNext));
}

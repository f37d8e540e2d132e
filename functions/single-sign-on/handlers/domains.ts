import { singleSignOn } from '../../../shared/contracts/single-sign-on.ts';
import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { publicDomains } from '../../../shared/employees/sign-up.ts';
import {
  domainRecord,
  isRecordMissing,
  provenDomains,
  requiredNeedsDomain,
  type EmailDomain,
  type SignOn,
} from '../../../shared/single-sign-on/sign-on.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../../partners/store.ts';
import { newToken } from '../../platform/digest.ts';
import { errorFields, log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailResponsible } from '../../users/invitation-email.ts';
import { findSignOnOfDomain, loadSignOn, signOnChange } from '../../users/sign-on-store.ts';
import { hasRecord, saveSignOn } from '../announce.ts';

const maxDomains = 20;

export const addDomainHandler = handle(
  singleSignOn.addDomain,
  async ({ params: { partnerId }, body: { domain }, caller, now }) => {
    const before = await loadSignOn(partnerId);
    await loadPartner(partnerId);
    if (publicDomains.has(domain))
      throw new Refusal(
        'invalid',
        'This domain belongs to an email provider. Enter a domain of your own.',
        'domain',
      );
    if (before.domains.some((added) => added.domain === domain))
      throw new Refusal('conflict', 'This domain is in the list already.', 'domain');
    if (before.domains.length >= maxDomains)
      throw new Refusal('invalid', `There can be at most ${maxDomains} domains.`, 'domain');
    const domains = [...before.domains, { domain, token: newToken(), provenAt: null }];
    const what = `added the email domain ${domain} to the single sign-on`;
    const event = { name: 'email domain added', detail: { name: domain }, what } as const;
    await saveSignOn(before, { ...before, domains }, event, { caller, now });
    return { success: true, message: 'Add the TXT record at your DNS provider, then select “Check now”.' };
  },
);

function domainIn({ domains }: SignOn, domain: string): EmailDomain {
  const emailDomain = domains.find((candidate) => candidate.domain === domain);
  if (!emailDomain) throw new Refusal('not-found', 'Domain not found.');
  return emailDomain;
}

/** Ends the proof of another partner without its record for days, because a record now proves this partner. */
async function releaseDomain(domain: string, partnerId: string, now: Date): Promise<void> {
  const other = await findSignOnOfDomain(domain);
  const emailDomain = other?.domains.find((candidate) => candidate.domain === domain);
  if (!other || !emailDomain || other.partnerId === partnerId) return;
  if (!isRecordMissing(emailDomain, dateInChicago(now)) || (await hasRecord(emailDomain))) return;
  const domains = other.domains.map((candidate) =>
    candidate === emailDomain ? { ...candidate, provenAt: null, missingSince: undefined } : candidate,
  );
  const subject = `partner ${other.partnerId}`;
  await transact(
    ...signOnChange(other, { ...other, domains }),
    auditWrite({ name: 'email domain removed', subject, who: 'domain checks', after: { name: domain } }, now),
  );
  await emailResponsible(
    { role: 'guest', user: undefined },
    { partnerId: other.partnerId, withAdministrators: true },
    `Single sign-on: ${domain} was proven by another partner`,
    [
      `Its TXT record for you has been missing since ${showDate(emailDomain.missingSince ?? '')}. People with an address of this domain no longer reach your identity provider.`,
      'If the domain is yours, add the record, and contact us.',
    ],
  );
}

export const proveDomainHandler = handle(
  singleSignOn.proveDomain,
  async ({ params: { partnerId, domain }, caller, now }) => {
    const before = await loadSignOn(partnerId);
    const emailDomain = domainIn(before, domain);
    const { provenAt, missingSince } = emailDomain;
    if (provenAt !== null && missingSince === undefined)
      return { success: true, message: 'The domain is proven.' };
    const { recordName } = domainRecord(emailDomain);
    const isPresent = await hasRecord(emailDomain).catch((error: unknown) => {
      log('info', 'name servers did not respond', errorFields(error));
      throw new Refusal(
        'invalid',
        `The name servers of ${domain} did not respond. Try again later.`,
        'domain',
      );
    });
    if (!isPresent)
      throw new Refusal(
        'invalid',
        `${recordName} has no TXT record with this value yet. New records can take an hour.`,
        'domain',
      );
    await releaseDomain(domain, partnerId, now);
    const domains = before.domains.map((other) =>
      other === emailDomain ? { ...other, provenAt: now.toISOString(), missingSince: undefined } : other,
    );
    const what = `proved the email domain ${domain} for the single sign-on`;
    const event = { name: 'email domain proven', detail: { name: domain }, what } as const;
    await saveSignOn(before, { ...before, domains }, event, { caller, now });
    return { success: true, message: 'The domain is proven.' };
  },
);

export const removeDomainHandler = handle(
  singleSignOn.removeDomain,
  async ({ params: { partnerId, domain }, caller, now }) => {
    const before = await loadSignOn(partnerId);
    const removed = domainIn(before, domain);
    const domains = before.domains.filter((other) => other !== removed);
    if (before.active?.policy.isRequired && provenDomains({ domains }).length === 0)
      throw new Refusal('conflict', `${requiredNeedsDomain} Change the policy first.`, 'domain');
    const what = `removed the email domain ${domain} from the single sign-on`;
    const event = { name: 'email domain removed', detail: { name: domain }, what } as const;
    await saveSignOn(before, { ...before, domains }, event, { caller, now });
    return { success: true, message: 'The domain was removed.' };
  },
);

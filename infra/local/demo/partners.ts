import { bankAccountChange } from '../../../functions/bank-accounts/store.ts';
import { groupMembershipChange } from '../../../functions/group-memberships/store.ts';
import { partnerChange } from '../../../functions/partners/store.ts';
import { identityKey, loadSignOn, sealSecret, signOnChange } from '../../../functions/users/sign-on-store.ts';
import { auditWrite } from '../../../functions/table/audit.ts';
import { putOnce } from '../../../functions/table/change.ts';
import type { Change } from '../../../functions/table/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { transact } from '../../../functions/table/transact.ts';
import { newOrderedId } from '../../../functions/platform/time-and-chance.ts';
import { tokenTime } from '../../../functions/platform/clock.ts';
import { findUserByEmail, userChange } from '../../../functions/users/store.ts';
import { addPeriods, dateInChicago, periodOf, periodStart } from '../../../shared/calendar.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import { programOf } from '../../../shared/group-memberships/group-membership-rules.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { domainRecord, type SignOn, unusedFields } from '../../../shared/single-sign-on/sign-on.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { groupMembershipsProgram, programPaymentTypes } from '../../../shared/programs.ts';
import { demoAccount, demoFacilities } from './facilities.ts';
import { addressOf } from './seed.ts';
import { demoCompany, partnerTable } from './scenario.ts';

/** A demo partner with its program and its members' clubs. */
export interface DemoPartner {
  partner: Partner;
  terms: GroupMembership;
  /** Domain of the members' email addresses. */
  domain: string;
  areaCode: string;
  facilities: Facility[];
}

export function demoPartners(now: Date): DemoPartner[] {
  const thisMonth = periodOf(dateInChicago(now));
  return partnerTable.map((row, index) => {
    const id = String(index + 1);
    const [partnerNumber = '', usBankCode = ''] = row.codes.split(' ');
    const [address1 = '', city = '', state = '', zipCode = ''] = row.address.split(', ');
    const { number, ...contact } = row.contact;
    const launchDate = periodStart(addPeriods(thisMonth, -row.launched));
    const programPaymentTypeId = programPaymentTypes[index]?.id ?? 1;
    return {
      domain: row.domain,
      areaCode: row.areaCode,
      facilities: demoFacilities.slice(...row.clubs).filter(({ enrollmentStatus }) => enrollmentStatus === 1),
      partner: {
        id,
        partnerNumber,
        usBankCode,
        address1,
        city,
        state,
        zipCode,
        name: row.name,
        industry: row.industry,
        address2: '',
        country: 'USA',
        website: `https://${row.domain}`,
        ...contact,
        contactNumber: `+1${row.areaCode}${number}`,
        email: addressOf(contact, row.domain),
        notes: '',
        programTypes: [groupMembershipsProgram],
        partnerBillingTypeId: 2,
        payeeToken: `payee-partner-${id}`,
        version: 0,
      },
      terms: programOf(
        { partnerId: id, programPaymentTypeId, launchDate, showsVisitDays: true, ...row.program },
        undefined,
      ),
    };
  });
}

/** Returns the writes that add the partners with their programs and withdrawal accounts; IDs are sequential. */
export async function partnerChanges(
  partners: readonly DemoPartner[],
  who: string,
  now: Date,
): Promise<Change[]> {
  const parts = await Promise.all(
    partners.map(async ({ partner, terms }) => [
      ...partnerChange(null, partner),
      ...groupMembershipChange(null, terms),
      ...(await bankAccountChange(
        partner.payeeToken ?? '',
        { ownerKind: 'partner', ownerId: partner.id, payeeName: partner.name },
        demoAccount(900 + Number(partner.id)),
        now,
      )),
      auditWrite(
        { name: 'partner created', subject: `partner ${partner.id}`, who, after: { ...partner } },
        now,
      ),
    ]),
  );
  return [...parts.flat(), putOnce({ ...keys.number('partner'), n: partners.length })];
}

/**
 * Configures single sign-on of the first demo partner with the local OpenID Connect provider, and links its HR manager
 * and a member. Repeated at each start, because the issuer contains the port; a changed configuration remains.
 */
export async function demoSignOn(issuer: string): Promise<void> {
  const { partnerId, clientId, clientSecret } = demoCompany.clients[0];
  const proof = { domain: demoCompany.domain, token: 'demo' };
  const { recordName, recordValue } = domainRecord(proof);
  process.env.LOCAL_TXT_RECORDS ??= JSON.stringify({ [recordName]: [recordValue] });
  const before = await loadSignOn(partnerId);
  const isOwn = before.version === 0 || before.active?.issuer.startsWith('http://localhost:');
  const linked = demoCompany.people.flatMap(({ id, userEmail }) => (userEmail ? [{ id, userEmail }] : []));
  const users = await Promise.all(linked.map(({ userEmail }) => findUserByEmail(userEmail)));
  if (!isOwn || before.active?.issuer === issuer || users.some((user) => user === undefined)) return;
  const active: SignOn['active'] = {
    ...unusedFields,
    id: newOrderedId(),
    protocol: 'oidc',
    issuer,
    clientId,
    sealedSecret: await sealSecret(partnerId, clientSecret),
    policy: {
      isRequired: false,
      breakGlassUserIds: [],
      stepUpAtProvider: false,
      sessionHours: null,
      idleMinutes: null,
      canRequestEnrollment: true,
    },
  };
  const provenAt = new Date(tokenTime() * 1000).toISOString();
  const domains = [{ ...proof, provenAt }];
  await transact(
    ...signOnChange(before, {
      ...before,
      active,
      activeSince: tokenTime(),
      domains,
    }),
    ...users.flatMap((user, index) => {
      if (!user) return [];
      const key = identityKey(partnerId, { issuer, subject: linked[index]?.id ?? '' });
      return userChange(user, { ...user, identities: [{ partnerId, key }] });
    }),
  );
}

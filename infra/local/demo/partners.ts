import { bankAccountChange } from '../../../functions/bank-accounts/store.ts';
import { groupMembershipChange } from '../../../functions/group-memberships/store.ts';
import { partnerChange } from '../../../functions/partners/store.ts';
import { auditWrite } from '../../../functions/table/audit.ts';
import { putOnce, type Change } from '../../../functions/table/change.ts';
import { keys } from '../../../functions/table/keys.ts';
import { addPeriods, dateInChicago, periodOf, periodStart } from '../../../shared/calendar.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import { programOf } from '../../../shared/group-memberships/group-membership-rules.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { groupMembershipsProgram } from '../../../shared/programs.ts';
import { demoAccount, demoClubs } from './facilities.ts';

/** A demo partner with its program and its members' clubs. */
export interface DemoPartner {
  partner: Partner;
  terms: GroupMembership;
  /** Domain of the members' email addresses. */
  domain: string;
  areaCode: string;
  clubs: Facility[];
}

const clubsFrom = (first: number, count: number) =>
  demoClubs.filter(
    ({ enrollmentStatus }, index) => enrollmentStatus === 1 && index >= first && index < first + count,
  );

const facts = {
  address2: '',
  country: 'USA',
  notes: '',
  programTypes: [groupMembershipsProgram],
  partnerBillingTypeId: 2 as const,
  version: 0,
};

const northlake = (launchDate: string): DemoPartner => ({
  domain: 'northlake.example',
  areaCode: '612',
  clubs: clubsFrom(0, 14),
  partner: {
    ...facts,
    id: '1',
    partnerNumber: 'NLH-01',
    name: 'Northlake Health Plan',
    usBankCode: 'NL',
    industry: 'Insurance',
    address1: '220 Marquette Terrace',
    city: 'Minneapolis',
    state: 'MN',
    zipCode: '55401',
    website: 'https://northlake.example',
    firstName: 'Maren',
    lastName: 'Solberg',
    contactNumber: '+16125550110',
    email: 'maren.solberg@northlake.example',
    payeeToken: 'payee-partner-1',
  },
  terms: programOf(
    {
      partnerId: '1',
      programPaymentTypeId: 1,
      adminFee: 250_00,
      monthlyInstallment: 2_400_00,
      numberOfMemberships: 80,
      duesForOneMemberPerMonthPaidToFacility: 29_50,
      launchDate,
      paymentForActivatedMembersOnly: false,
    },
    undefined,
  ),
});

const cardinalFoods = (launchDate: string): DemoPartner => ({
  domain: 'cardinalfoods.example',
  areaCode: '312',
  clubs: clubsFrom(14, 14),
  partner: {
    ...facts,
    id: '2',
    partnerNumber: 'CARD-22',
    name: 'Cardinal Foods Cooperative',
    usBankCode: 'CF',
    industry: 'Food production',
    address1: '1800 Prairie Avenue',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60607',
    website: 'https://cardinalfoods.example',
    firstName: 'Dolores',
    lastName: 'Peña',
    contactNumber: '+13125550121',
    email: 'dolores.pena@cardinalfoods.example',
    payeeToken: 'payee-partner-2',
  },
  terms: programOf(
    {
      partnerId: '2',
      programPaymentTypeId: 2,
      adminFee: 180_00,
      numberOfMemberships: 60,
      duesForOneMemberPerMonthPaidToFacility: 24_00,
      memberDuesAmount: 24_00,
      memberReimbursementTypeId: 4,
      memberReimbursementAmount: 20_00,
      numberOfVisitsToReimburse: 8,
      launchDate,
      paymentForActivatedMembersOnly: false,
    },
    undefined,
  ),
});

const highMesa = (launchDate: string): DemoPartner => ({
  domain: 'highmesa.example',
  areaCode: '303',
  clubs: clubsFrom(44, 14),
  partner: {
    ...facts,
    id: '3',
    partnerNumber: 'MESA-7',
    name: 'High Mesa School District',
    usBankCode: 'HM',
    industry: 'Education',
    address1: '75 Canyon Road',
    city: 'Denver',
    state: 'CO',
    zipCode: '80202',
    website: 'https://highmesa.example',
    firstName: 'André',
    lastName: 'Whitehorse',
    contactNumber: '+13035550133',
    email: 'andre.whitehorse@highmesa.example',
    payeeToken: 'payee-partner-3',
  },
  terms: programOf(
    {
      partnerId: '3',
      programPaymentTypeId: 3,
      adminFee: 120_00,
      numberOfMemberships: 75,
      duesForOneMemberPerMonthPaidToFacility: 32_00,
      memberDuesAmount: 12_00,
      memberReimbursementTypeId: 8,
      memberReimbursementAmount: 10_00,
      numberOfVisitsToReimburse: 10,
      launchDate,
      paymentForActivatedMembersOnly: true,
    },
    undefined,
  ),
});

/** Three partners, one per program payment type (spec 1 §3); launched three and four months before the load. */
export function demoPartners(now: Date): DemoPartner[] {
  const launched = (monthsAgo: number) => periodStart(addPeriods(periodOf(dateInChicago(now)), -monthsAgo));
  return [northlake(launched(4)), cardinalFoods(launched(4)), highMesa(launched(3))];
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

import { beforeAll, describe, expect, it } from 'vitest';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { employees } from '../../shared/employees/contract.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { managers } from '../../shared/managers/contract.ts';
import { partners } from '../../shared/partners/contract.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { users } from '../../shared/users/contract.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { toWire } from '../../shared/wire-names.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { call } from '../support/call.ts';
import { makeWorld, somePartner, type World } from '../support/world.ts';

// Every rule of specification 2 §5 broken once at the server, with the flag gmr-add-program off and on: the form is no
// guard. A row is a good request, the field that is spoilt, what is put there, and the sentence (or its part).

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

type Body = Record<string, unknown>;
type Spoilt = [field: string, value: unknown, sentence: RegExp];

const long = (length: number) => 'x'.repeat(length);
const partnerForm = () => ({
  ...(toWire(partners.save.body, { ...somePartner('0'), version: undefined }) as Body),
  payeeToken: undefined,
});
const manager = (): Body => ({
  partnerId: world.own.partner.id,
  firstName: 'Ida',
  lastName: 'Holm',
  email: 'ida@rules.test',
  password: 'Wellport2026',
  confirmPassword: 'Wellport2026',
});
const account = (): Body => ({ routingNumber: '091000019', accountNumber: '55556666', bankAccountType: 0 });
const terms = (type: number): Body => ({
  ...someTerms(world.own.partner.id),
  programPaymentTypeID: type,
  ...(type === 2 && {
    memberDuesAmount: 10,
    memberReimbursementTypeID: 4,
    memberReimbursementAmount: 5,
    numberOfVisitsToReimburse: 3,
  }),
});

const required = (fields: Record<string, string>): Spoilt[] =>
  Object.entries(fields).map(([field, label]) => [field, '', new RegExp(`^${label} is required\\.$`)]);

const ofPartner: Spoilt[] = [
  ...required({
    partnerIDNumber: 'Partner ID',
    name: 'Name',
    usBankCode: 'US Bank Code',
    industry: 'Industry',
    address1: 'Address 1',
    city: 'City',
    state: 'State',
    zipCode: 'Zip',
    country: 'Country',
    firstName: 'First Name',
    lastName: 'Last Name',
    contactNumber: 'Contact Number',
    email: 'Email',
  }),
  ['partnerIDNumber', 'AB', /at least 3 symbols/],
  ['partnerIDNumber', 'ABCDEFGHI', /at most 8 symbols/],
  ['partnerIDNumber', 'AB_1', /letters, digits and hyphens/],
  ['name', long(301), /at most 300 symbols/],
  ['usBankCode', 'U', /US Bank Code must consist of 2 latin letters or digits\./],
  ['usBankCode', 'U-', /US Bank Code must consist of 2 latin letters or digits\./],
  ['industry', long(101), /at most 100 symbols/],
  ['address1', long(151), /at most 150 symbols/],
  ['address2', long(151), /at most 150 symbols/],
  ['city', long(51), /at most 50 symbols/],
  ['state', 'ZZ', /is not valid/],
  ['zipCode', '5580A', /must be numeric/],
  ['zipCode', '5580', /at least 5|must be 5/],
  ['country', long(11), /at most 10 symbols/],
  ['website', `https://${long(100)}.test`, /at most 100 symbols/],
  ['firstName', long(51), /at most 50 symbols/],
  ['lastName', long(51), /at most 50 symbols/],
  ['contactNumber', '+4412345', /must be \+1XXXXXXXXXX\./],
  ['email', 'nobody', /is not valid/],
  ['email', `${long(320)}@a.test`, /at most 320 symbols/],
  ['notes', long(2021), /at most 2020 symbols/],
];

const ofManager: Spoilt[] = [
  ...required({
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm Password',
  }),
  ['firstName', long(51), /at most 50 symbols/],
  ['lastName', long(51), /at most 50 symbols/],
  ['email', 'nobody', /is not valid/],
  ['email', `${long(45)}@a.test`, /at most 50 symbols/],
  ['password', 'Well1', /at least 8 symbols/],
  ['password', 'wellportal', /letter and one digit/],
  ['password', `a1${long(29)}`, /at most 30 symbols/],
  ['confirmPassword', 'Wellport2027', /^Password and Confirm Password must match\.$/],
];

const ofAccount: Spoilt[] = [
  ...required({
    routingNumber: 'Routing Number',
    accountNumber: 'Account Number',
    bankAccountType: 'Account Type',
  }),
  ['routingNumber', '09100001A', /must be numeric/],
  ['routingNumber', '09100001', /must be 9 symbols/],
  ['routingNumber', '091000018', /^The Routing Number field is invalid\.$/],
  ['accountNumber', '123', /4 to 17 digits/],
  ['accountNumber', '1'.repeat(18), /4 to 17 digits/],
  ['accountNumber', '12-345', /4 to 17 digits/],
  ['bankAccountType', 2, /is not valid/],
];

const ofProgram: Spoilt[] = [
  ...required({
    numberOfMemberships: 'Number Of Memberships',
    adminFee: 'Admin Fee',
    launchDate: 'Launch Date',
  }),
  ['programPaymentTypeID', 9, /is not valid/],
  ['numberOfMemberships', 1_000_000, /between 0 and 999999/],
  ['adminFee', 1000, /between|at most|greater/],
  ['duesForOneMemberPerMonthPaidToFacility', 1000, /between|at most|greater/],
];
const ofPartnerPaid: Spoilt[] = [
  ['monthlyInstallment', '', /^Program Fee is required\.$/],
  ['monthlyInstallment', 100_000_000, /between|at most|greater/],
  [
    'monthlyInstallment',
    0,
    /Dues for 1 member per month paid to the facility multiplied by Number Of Memberships cannot be greater than Program Fee\./,
  ],
];
const ofMemberPaid: Spoilt[] = [
  ['memberDuesAmount', '', /is required/],
  ['memberDuesAmount', 1000, /between|at most|greater/],
  ['memberReimbursementTypeID', '', /^Reimbursement Type is required\.$/],
  ['memberReimbursementAmount', '', /is required/],
  ['memberReimbursementAmount', 1000, /between|at most|greater/],
  ['numberOfVisitsToReimburse', '', /is required/],
  ['numberOfVisitsToReimburse', 32, /between 0 and 31/],
];

/** Calls with one field spoilt; the answer names the field, and says the sentence. */
async function expectRefused(
  endpoint: Endpoint,
  sent: (body: Body) => { body: unknown; params?: Record<string, string> },
  [good, [field, value, sentence]]: [Body, Spoilt],
) {
  const { status, body } = await call(endpoint, world.admin, sent({ ...good, [field]: value }));
  const said = Object.entries((body.fields ?? {}) as Record<string, string>);
  const shown = said.find(([name]) => name.split('.').at(-1) === field)?.[1];
  expect([400, 422], JSON.stringify(body)).toContain(status);
  expect(shown, `${field} = ${String(value).slice(0, 20)}: ${JSON.stringify(body)}`).toMatch(sentence);
}

describe.each([false, true])('with gmr-add-program %s', (gmrAddProgram) => {
  beforeAll(async () => {
    await saveFeatureFlags(await loadFeatureFlags(), { ...allOff, gmrAddProgram }, 'test', new Date());
  });
  const plain = (body: Body) => ({ body });

  it.each(ofPartner)('a partner is refused with %s', (...spoilt) =>
    expectRefused(partners.save, plain, [partnerForm(), spoilt]),
  );

  it.each(ofManager)('a manager is refused with %s', (...spoilt) =>
    expectRefused(managers.create, plain, [manager(), spoilt]),
  );

  it.each(ofAccount)('a bank account is refused with %s', async (...spoilt) => {
    const partnerId = world.own.partner.id;
    const banking = (bankAccount: Body) => ({ body: { partnerId, bankAccount } });
    await expectRefused(partners.saveBankingInfo, banking, [account(), spoilt]);
    const billing = (bankAccount: Body) => ({
      params: { partnerID: partnerId },
      body: { partnerBillingTypeID: 2, bankAccount },
    });
    await expectRefused(partners.saveBillingInfo, billing, [account(), spoilt]);
  });

  it('billing is refused without a type', async () => {
    const params = { partnerID: world.own.partner.id };
    await expectRefused(partners.saveBillingInfo, (body) => ({ params, body }), [
      { partnerBillingTypeID: 1, bankAccount: null },
      ['partnerBillingTypeID', '', /^Billing Type is required\.$/],
    ]);
  });

  it.each([...ofProgram, ...ofPartnerPaid])('a program paid by the partner is refused with %s', (...spoilt) =>
    expectRefused(groupMemberships.update, plain, [terms(1), spoilt]),
  );

  it.each(ofMemberPaid)('a program paid by members is refused with %s', (...spoilt) =>
    expectRefused(groupMemberships.update, plain, [terms(2), spoilt]),
  );

  it.each([
    [['AB001'], /6|at least/],
    [['AB00010000'], /7|at most/],
    [['ABX001'], /./],
  ])('key fobs %j are refused', async (numbers, sentence) => {
    const { status, body } = await call(employees.createKeyFobs, world.admin, {
      body: numbers.map((facilityMemberID) => ({ partnerId: world.own.partner.id, facilityMemberID })),
    });
    expect([400, 422]).toContain(status);
    expect(JSON.stringify(body)).toMatch(sentence);
  });

  it('a password is refused that is the old one, or is confirmed otherwise', async () => {
    const change = (newPassword: string, confirmPassword: string) =>
      call(users.changePassword, world.admin, {
        body: { oldPassword: 'Wellport2026', newPassword, confirmPassword },
      });
    expect((await change('Wellport2026', 'Wellport2026')).body.fields.newPassword).toBe(
      'New Password should be different from Old Password.',
    );
    expect((await change('Wellport2027', 'Wellport2028')).body.fields.confirmPassword).toBe(
      'New Password and Confirm Password must match.',
    );
  });
});

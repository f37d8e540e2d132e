import { beforeAll, describe, expect, it } from 'vitest';
import { setFlags } from '../support/flags.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { users } from '../../shared/contracts/users.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { notSearchable } from '../../shared/query.ts';
import { toWire } from '../../shared/wire-names.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { call } from '../support/call.ts';
import { useWorld, somePartner } from '../support/world.ts';
import {
  ofAccount,
  ofEmployeeEmail,
  ofKeyFob,
  ofLaunch,
  ofManager,
  ofMemberPaid,
  ofPartner,
  ofPartnerPaid,
  ofPassword,
  ofProfile,
  ofProgram,
  ofStandingProgram,
  type Spoilt,
} from './broken-rules.ts';

// Violates each rule of specification 2 §5 at the server, with the flag gmr-add-program off and on. A row has a valid
// request, the changed field, its value, and the message (or a part of it).

const world = useWorld();
const withoutProgram = '7005';
beforeAll(async () => {
  await transact(...partnerChange(null, somePartner(withoutProgram)));
});

type Body = Record<string, unknown>;

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

async function expectRefused(
  endpoint: Endpoint,
  sent: (body: Body) => { body: unknown; params?: Record<string, string> },
  [good, [field, value, message]]: [Body, Spoilt],
) {
  const { status, body } = await call(endpoint, world.admin, sent({ ...good, [field]: value }));
  const said = Object.entries((body.fields ?? {}) as Record<string, string>);
  const shown = said.find(([name]) => name.split('.').at(-1) === field)?.[1];
  expect([400, 422], JSON.stringify(body)).toContain(status);
  expect(shown, `${field} = ${String(value).slice(0, 20)}: ${JSON.stringify(body)}`).toMatch(message);
}

describe.each([false, true])('with gmr-add-program %s', (gmrAddProgram) => {
  beforeAll(async () => {
    await setFlags({ gmrAddProgram });
  });
  const plain = (body: Body) => ({ body });

  it.each(ofPartner)('rejects a partner with %s', (...spoilt) =>
    expectRefused(partners.save, plain, [partnerForm(), spoilt]),
  );

  it.each(ofManager)('rejects a manager with %s', (...spoilt) =>
    expectRefused(managers.create, plain, [manager(), spoilt]),
  );

  it.each(ofAccount)('rejects a bank account with %s', async (...spoilt) => {
    const partnerId = world.own.partner.id;
    const banking = (bankAccount: Body) => ({ body: { partnerId, bankAccount } });
    await expectRefused(partners.saveBankingInfo, banking, [account(), spoilt]);
    const billing = (bankAccount: Body) => ({
      params: { partnerID: partnerId },
      body: { partnerBillingTypeID: 2, bankAccount },
    });
    await expectRefused(partners.saveBillingInfo, billing, [account(), spoilt]);
  });

  it('rejects billing without a type', async () => {
    const params = { partnerID: world.own.partner.id };
    await expectRefused(partners.saveBillingInfo, (body) => ({ params, body }), [
      { partnerBillingTypeID: 1, bankAccount: null },
      ['partnerBillingTypeID', '', /^Billing Type is required\.$/],
    ]);
  });

  it.each([...ofProgram, ...ofPartnerPaid])('rejects a partner-paid program with %s', (...spoilt) =>
    expectRefused(groupMemberships.update, plain, [terms(1), spoilt]),
  );

  it.each(ofMemberPaid)('rejects a member-paid program with %s', (...spoilt) =>
    expectRefused(groupMemberships.update, plain, [terms(2), spoilt]),
  );

  it.each(ofStandingProgram)('rejects a launched program with %s', (...spoilt) =>
    expectRefused(groupMemberships.update, plain, [{ ...terms(2), programPaymentTypeID: 1 }, spoilt]),
  );

  it.each(ofLaunch)('rejects a new program with %s', (...spoilt) =>
    expectRefused(groupMemberships.save, plain, [{ ...terms(1), partnerId: withoutProgram }, spoilt]),
  );

  it.each(ofMemberPaid.filter(([field]) => field !== 'memberReimbursementTypeID'))(
    'rejects a program paid by both with %s',
    (...spoilt) =>
      expectRefused(groupMemberships.update, plain, [{ ...terms(2), programPaymentTypeID: 3 }, spoilt]),
  );

  it.each(ofProfile)('rejects a manager’s profile with %s', (...spoilt) => {
    const { id, firstName, lastName, email } = world.own.manager;
    return expectRefused(managers.update, plain, [{ id, firstName, lastName, email }, spoilt]);
  });

  it.each(ofPassword)('rejects a new password with %s', (...spoilt) =>
    expectRefused(users.changePassword, plain, [
      { oldPassword: 'Wellport2026', newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' },
      spoilt,
    ]),
  );

  it.each(ofKeyFob)('rejects a key fob with %s', async (...spoilt) => {
    const params = { keyfobID: world.own.freeFob.number };
    await expectRefused(employees.saveKeyFob, (body) => ({ params, body }), [{}, spoilt]);
    if (spoilt[1] === '') return;
    const { status, body } = await call(employees.createKeyFobs, world.admin, {
      body: [{ partnerId: world.own.partner.id, facilityMemberID: spoilt[1] }],
    });
    expect([status, body.fields['0.facilityMemberID']]).toEqual([400, expect.stringMatching(spoilt[2])]);
  });

  it.each(ofEmployeeEmail)('rejects an employee’s email with %s', (...spoilt) => {
    const { id } = world.own.waiting;
    return expectRefused(employees.changeEmail, (body) => ({ params: { memberID: id }, body }), [
      { id },
      spoilt,
    ]);
  });

  it('rejects a search without a letter or digit', async () => {
    const query = { partnerID: world.own.partner.id, filter: '- *' };
    const { status, body } = await call(employees.keyFobs, world.admin, { query });
    expect([status, body.fields.filter]).toEqual([400, notSearchable]);
  });

  it('rejects a range of months that ends before it starts', async () => {
    const backwards = await call(payments.listPaymentsOfPartner, world.own.manager, {
      params: { partnerId: world.own.partner.id, programPaymentTypeId: 1 },
      query: { periodIdFrom: '202610', periodIdTo: '202609' },
    });
    expect([backwards.status, backwards.body.message]).toEqual([
      422,
      gmrAddProgram
        ? 'End visit month should be greater than start visit month.'
        : 'End month should be greater than start month.',
    ]);
  });
});

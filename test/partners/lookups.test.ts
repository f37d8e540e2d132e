import { describe, expect, it } from 'vitest';
import { accounts } from '../../shared/contracts/accounts.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { members } from '../../shared/contracts/members.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { site } from '../../shared/contracts/site.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

// lookups that pages make before users select or enter anything
const world = useWorld();

const asAdmin = async (...[endpoint, sent]: [Parameters<typeof call>[0], Parameters<typeof call>[2]?]) =>
  call(endpoint, world.admin, sent);

describe('selection lists', () => {
  it('list partners of a program and of a payment type by name', async () => {
    const both = [
      { id: 1, name: 'Partner 1' },
      { id: 2, name: 'Partner 2' },
    ];
    expect((await asAdmin(partners.listOfProgramType, { query: { programTypeID: 1 } })).body).toEqual(both);
    expect((await asAdmin(partners.listOfProgramType, { query: { programTypeID: 9 } })).body).toEqual([]);
    const ofPaymentType = { params: { programPaymentTypeId: 1 } };
    expect((await asAdmin(partners.listOfProgramPaymentType, ofPaymentType)).body).toEqual(both);
  });

  it('contain the specified billing types, programs, states, and member payment types', async () => {
    expect((await asAdmin(partners.billingTypes)).body).toEqual([
      { id: 1, name: 'ACH payment to HC' },
      { id: 2, name: 'Direct from Bank Account' },
    ]);
    expect((await asAdmin(site.programTypes)).body).toEqual([{ id: 1, name: 'Group memberships' }]);
    expect((await call(site.states, undefined)).body).toContainEqual({ name: 'Minnesota', abbr: 'MN' });
    expect((await asAdmin(payments.memberPaymentTypes, { params: { id: 3 } })).body).toEqual([
      { id: 6, name: 'GM member dues' },
      { id: 7, name: 'GM member reimbursements' },
    ]);
  });
});

describe('existing data', () => {
  it('has all fields of a partner with wire names', async () => {
    const { body } = await asAdmin(partners.get, { query: { partnerID: '1' } });
    expect(body).toMatchObject({ id: '1', partnerIDNumber: 'PRT-1', partnerBillingTypeID: 2, version: 1 });
    expect(body).not.toHaveProperty('partnerNumber');
  });

  it('has no pending account, so none can be released or withdrawn', async () => {
    for (const endpoint of [partners.releaseBankAccount, partners.withdrawBankAccount]) {
      const { status, body } = await asAdmin(endpoint, { params: { partnerID: '1' }, body: { version: 1 } });
      expect(status).toBe(409);
      expect(body.message).toBe('No replaced bank account is waiting. Reload the page.');
    }
  });

  it('limits a group membership', async () => {
    expect((await asAdmin(groupMemberships.limits, { query: { partnerId: '1' } })).body).toMatchObject({
      membersAdded: 2,
      anybodyInvitedOrEnrolled: true,
    });
  });

  it('has payments of a month after generation, and a preview creates none', async () => {
    const month = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1', periodID: '202610' };
    const ofPartner = { query: { ...month, paymentTypeID: 4 } };
    expect((await asAdmin(payments.previewPartnerPayments, ofPartner)).body).toMatchObject({
      added: 1,
      changed: 0,
      rows: [{ what: 'added', partnerName: 'Partner 1', before: null }],
    });
    expect((await asAdmin(payments.partnerPaymentsExist, ofPartner)).body).toEqual({
      doPaymentsExist: false,
    });
    expect((await asAdmin(payments.facilityPaymentsExist, { query: month })).body).toEqual({
      doPaymentsExist: false,
    });
    const none = { body: { programTypeId: 1, programPaymentTypeId: 1, paymentId: 'P-1-4-1-202610' } };
    const { status, body } = await asAdmin(payments.undoPartnerCorrection, none);
    expect([status, body.message]).toEqual([404, 'Payment not found.']);
  });

  it('has a member’s own accounts, progress, and reimbursement', async () => {
    const as = world.own.memberUser;
    const id = world.own.member.id;
    const banking = await call(accounts.bankingInfo, as, { query: { membersGuids: [id] } });
    expect(banking.body).toEqual([
      { memberGuid: id, withdrawalFromBankAccount: null, depositToBankAccount: null },
    ]);
    const check = await call(accounts.reimbursementCheck, as, { query: { membersGuids: [id] } });
    expect(check.body).toBe(false);
    const progress = await call(members.progress, as, { query: { memberGuids: [id] } });
    expect(progress.body).toMatchObject([{ memberGuid: id, partnerName: 'Partner 1' }]);
    const reimbursement = await call(accounts.reimbursement, as, { query: { memberGuids: [id] } });
    expect(reimbursement.body).toMatchObject([{ memberGuids: [id], hideReimbursementHistory: true }]);
  });

  it('has a facility’s saved bank account with its last four digits', async () => {
    const params = { facilityId: '4100' };
    const bankAccount = { routingNumber: '091000019', accountNumber: '44556677', bankAccountType: '0' };
    const { body } = await asAdmin(facilities.saveBankingInfo, { params, body: { bankAccount, version: 1 } });
    expect(body).toEqual({ success: true, message: 'The bank account was saved.' });
    const shown = await asAdmin(facilities.details, { params });
    expect(JSON.stringify(shown.body)).toContain('6677');
    expect(JSON.stringify(shown.body)).not.toContain('44556677');
  });
});

it('reports the portal’s status and endpoints', async () => {
  expect((await call(site.healthcheck, undefined)).status).toBe(200);
  expect((await call(site.healthParts, undefined)).body).toEqual({ table: 'OK', files: 'OK', key: 'OK' });
  const { body } = await call(site.openapi, undefined);
  expect(body.openapi).toBe('3.1.0');
  expect(body.paths).toHaveProperty('/partners/list');
});

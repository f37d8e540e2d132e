import { describe, expect, it } from 'vitest';
import { unreadableName } from '../../shared/bank-accounts/bank-account.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const open = (payeeToken: string) =>
  call(partners.bankAccountDetails, world.admin, {
    query: { payeeToken, reason: 'The partner asked by phone.' },
  });

describe('full numbers of a bank account', () => {
  it("are shown for partner accounts only; other payees' are refused like unknown ones", async () => {
    expect((await open(world.own.partner.payeeToken ?? '')).body).toMatchObject({
      accountNumber: '12345001',
    });
    const ofFacility = await open(world.facility.payeeToken ?? '');
    const unknown = await open('payee-of-nobody');
    expect(ofFacility.status).toBe(404);
    expect([ofFacility.status, ofFacility.body.message]).toEqual([unknown.status, unknown.body.message]);
    expect(JSON.stringify(ofFacility.body)).not.toContain('44556677');
  });
});

describe('linked account for a manager', () => {
  const shown = async () =>
    (await call(partners.bankingInfo, world.own.manager, { query: { partnerId: world.own.partner.id } }))
      .body;

  it('has no token for the full numbers', async () => {
    const forAdministrators = await call(partners.bankingInfo, world.admin, {
      query: { partnerId: world.own.partner.id },
    });
    expect(forAdministrators.body.bankAccount.payeeToken).toBe(world.own.partner.payeeToken);
    const { bankAccount, bankAccountRequest } = await shown();
    expect(bankAccount).toEqual({ ...forAdministrators.body.bankAccount, payeeToken: null });
    expect(bankAccount.accountNumber).toBe('xxxxx5001');
    expect(bankAccountRequest.bankAccountEditingAllowed).toBe(false);
    const refused = await call(partners.bankAccountDetails, world.own.manager, {
      query: { payeeToken: world.own.partner.payeeToken, reason: 'I would like to know.' },
    });
    expect(refused.status).toBe(403);
  });

  it('is hidden if the partner transfers its fees', async () => {
    const { partner } = world.own;
    const billing = (partnerBillingTypeID: 1 | 2) =>
      call(partners.saveBillingInfo, world.admin, {
        params: { partnerID: partner.id },
        body: {
          partnerBillingTypeID,
          bankAccount:
            partnerBillingTypeID === 1
              ? null
              : { routingNumber: 'xxxxx0019', accountNumber: 'xxxxx5001', bankAccountType: 0 },
        },
      });
    expect((await billing(1)).status).toBe(200);
    expect((await shown()).bankAccount).toBe(null);
    const again = await billing(2);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect((await shown()).bankAccount.accountNumber).toBe('xxxxx5001');
  });
});

describe('name on the account', () => {
  const partnerId = () => world.own.partner.id;
  const save = (bankAccount: object) =>
    call(partners.saveBankingInfo, world.admin, {
      body: {
        partnerId: partnerId(),
        bankAccount: {
          routingNumber: '091000019',
          accountNumber: '12345001',
          bankAccountType: 0,
          ...bankAccount,
        },
      },
    });
  const shown = async () =>
    (await call(partners.bankingInfo, world.admin, { query: { partnerId: partnerId() } })).body.bankAccount;

  it("defaults to the partner's name", async () => {
    expect((await save({ nameOnAccount: 'Alder Holding LLC' })).status).toBe(200);
    expect((await shown()).nameOnAccount).toBe('Alder Holding LLC');
    expect((await save({})).status).toBe(200);
    expect((await shown()).nameOnAccount).toBe(world.own.partner.name);
  });

  it('is rejected if the bank cannot read it', async () => {
    const refused = await save({ nameOnAccount: '李伟' });
    expect([refused.status, Object.values(refused.body.fields)]).toEqual([400, [unreadableName]]);
  });
});

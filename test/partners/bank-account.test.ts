import { beforeAll, describe, expect, it } from 'vitest';
import { partners } from '../../shared/partners/contract.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const open = (payeeToken: string) =>
  call(partners.bankAccountDetails, world.admin, { query: { payeeToken } });

describe('the full numbers of a bank account', () => {
  it("are shown for a partner's account only; another payee's is refused like an unknown one", async () => {
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

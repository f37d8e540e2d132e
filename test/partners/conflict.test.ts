import { beforeAll, expect, it } from 'vitest';
import { partners } from '../../shared/partners/contract.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const account = (accountNumber: string) => ({
  routingNumber: '091000019',
  accountNumber,
  bankAccountType: 0,
});

it('a bank account that someone else replaced is not replaced again unseen', async () => {
  const partnerId = world.own.partner.id;
  const shown = await call(partners.bankingInfo, world.admin, { query: { partnerId } });
  const save = (accountNumber: string) =>
    call(partners.saveBankingInfo, world.admin, {
      body: { partnerId, bankAccount: account(accountNumber), version: shown.body.bankAccount.version },
    });
  expect((await save('11112222')).status).toBe(200);
  const second = await save('33334444');
  expect(second.status).toBe(409);
  expect(second.body.message).toBe('Someone else changed this bank account. Reload and try again.');
  const now = await call(partners.bankingInfo, world.admin, { query: { partnerId } });
  expect(now.body.bankAccountRequest.waiting.accountNumber).toBe('xxxxx2222');
});

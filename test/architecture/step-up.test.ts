import { examplesOfArea } from './example-of.ts';
import { beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../shared/contracts/all.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { proofHeader, stepUpNeeded } from '../../shared/users/step-up.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';
import { defined } from '../support/defined.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const sensitive = endpoints
  .filter(({ stepUp }) => stepUp)
  .map((endpoint): [string, Endpoint] => [`${endpoint.area}.${endpoint.name}`, endpoint]);

it('sensitive actions include administrators, account numbers, email changes, and the PIN', () => {
  expect(sensitive.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'administrators.invite',
      'administrators.remove',
      'partners.bankAccountDetails',
      'facilities.bankAccountDetails',
      'users.setPin',
      'managers.update',
      'accounts.saveBankingInfo',
      'accounts.saveDepositAccount',
      'facilities.saveBankingInfo',
      'settings.saveFeatureFlags',
    ]),
  );
});

it.each(sensitive)('%s refuses a token without a proof', async (_, endpoint) => {
  const examples = await examplesOfArea(endpoint.area);
  const { own, admin } = world;
  const callers = { member: own.memberUser, partnerManager: own.manager, systemAdmin: admin };
  for (const [role, user] of Object.entries(callers)) {
    if (!endpoint.roles.includes(user.role)) continue;
    const sent = defined(examples[endpoint.name]).own(world, user);
    for (const proof of ['', 'guessed']) {
      const { status, body } = await call(endpoint, user, { ...sent, headers: { [proofHeader]: proof } });
      expect([role, status, body.message]).toEqual([role, 428, stepUpNeeded]);
    }
  }
});

import { expect, it } from 'vitest';
import { employees } from '../../shared/contracts/employees.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { toWire } from '../../shared/wire-names.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const account = (accountNumber: string) => ({
  routingNumber: '091000019',
  accountNumber,
  bankAccountType: 0,
});

it('a concurrently replaced bank account is not overwritten', async () => {
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

type Write = (value: string) => ReturnType<typeof call>;

const concurrentChanges = (): [what: string, write: Write, message: string][] => {
  const { partner, manager, member } = world.own;
  return [
    [
      'a partner',
      (city) =>
        call(partners.save, world.admin, {
          body: toWire(partners.save.body, { ...partner, city, version: 1 }),
        }),
      'Someone else changed this partner. Reload and try again.',
    ],
    [
      'a program',
      (adminFee) =>
        call(groupMemberships.update, world.admin, {
          body: { ...someTerms(partner.id), adminFee, version: 1 },
        }),
      'Someone else changed this group membership. Reload and try again.',
    ],
    [
      'a manager',
      (firstName) =>
        call(managers.update, world.admin, {
          body: { id: manager.id, firstName, lastName: 'Holm', email: manager.email, version: 0 },
        }),
      'Someone else changed this manager. Reload and try again.',
    ],
    [
      'a member, by nobody’s version',
      () =>
        call(employees.deleteEnrollment, world.admin, {
          params: { groupMembershipEnrollmentID: member.id, programPaymentTypeID: 1 },
        }),
      '',
    ],
  ];
};

it('applies one of two concurrent changes and reports a conflict for the other', async () => {
  for (const [what, write, message] of concurrentChanges()) {
    const answers = await Promise.all([write('101'), write('102')]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0], what).toBe(200);
    expect([409, 422], `${what}: ${JSON.stringify(answers.map(({ body }) => body))}`).toContain(statuses[1]);
    const told = answers.find(({ status }) => status !== 200)?.body.message;
    if (message) expect(told, what).toMatch(/^Someone else changed this .*\. Reload and try again\.$/);
    // and a later request with an outdated version
    const late = await write('103');
    if (message) expect([late.status, late.body.message], what).toEqual([409, message]);
    else expect([409, 422], what).toContain(late.status);
  }
});

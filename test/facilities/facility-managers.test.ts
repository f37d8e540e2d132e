import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { users } from '../../shared/contracts/users.ts';
import { addFacilities } from '../payments/facilities.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { asStored, createUser, freshClaims, mailsTo, password, recordOwnSession } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['4200']);
});

const invite = (email: string, facilityId = '4100') =>
  call(facilities.inviteManager, world.admin, {
    params: { facilityId },
    body: { firstName: 'Kit', lastName: 'Hale', email },
  });
const remove = (managerId: string, facilityId = '4100') =>
  call(facilities.removeManager, world.admin, { params: { facilityId, managerId } });
const managersOf = async (facilityId: string) =>
  (await call(facilities.managers, world.admin, { params: { facilityId } })).body;

it('lets an invited manager choose a password, see only the own facility, and be removed immediately', async () => {
  const email = `kit-${randomUUID().slice(0, 8)}@clubs.test`;
  const { body } = await invite(email);
  expect(body.data).toMatchObject({ status: 'invited', email });
  const mail = (await mailsTo(email)).at(-1) ?? '';
  expect(mail).toContain('You were added as the manager of Harbor Gym 4100.');
  const token = /\/userinvitation\/(\S+)/.exec(mail)?.[1] ?? '';
  const accepted = await call(users.acceptInvitation, undefined, {
    params: { token },
    body: { password, confirmPassword: password },
  });
  expect(accepted.status).toBe(200);
  const manager = await asStored(body.data.id);
  await recordOwnSession(manager);
  const claims = freshClaims(manager);
  const own = await call(facilities.ownMembers, manager, { claims });
  expect(own.body.items.map(({ memberID }: { memberID: string }) => memberID)).toEqual(['M11']);
  expect((await call(facilities.managers, manager, { claims, params: { facilityId: '4100' } })).status).toBe(
    403,
  );
  expect(await managersOf('4100')).toContainEqual(
    expect.objectContaining({ id: manager.id, status: 'active' }),
  );
  expect((await remove(manager.id, '4200')).status).toBe(404);
  expect((await remove(manager.id)).status).toBe(200);
  expect((await call(facilities.ownMembers, manager, { claims })).status).toBe(401);
  expect(await managersOf('4100')).not.toContainEqual(expect.objectContaining({ id: manager.id }));
  expect((await invite(email, '4200')).status).toBe(200);
  expect(await managersOf('4200')).toMatchObject([{ email, status: 'invited' }]);
});

it('rejects an address that has a login, an unknown facility, and a manager of another role', async () => {
  const member = await createUser();
  const { status, body } = await invite(member.email);
  expect([status, Object.keys(body.fields)]).toEqual([409, ['email']]);
  expect((await invite('nobody@clubs.test', 'none')).status).toBe(404);
  expect((await remove(world.own.manager.id)).status).toBe(404);
});

it('rejects the invitation of an invited address to a second facility', async () => {
  const email = `two-${randomUUID().slice(0, 8)}@clubs.test`;
  expect((await invite(email)).status).toBe(200);
  expect((await invite(email, '4200')).status).toBe(409);
});

it('lists the payments of one facility for administrators', async () => {
  const values = { kind: 'facility', paymentTypeId: 3, facilityName: 'Harbor' } as const;
  for (const facilityId of ['4100', '4200'])
    await transact(
      ...paymentChange(
        null,
        somePayment({
          ...values,
          id: `F-1-3-1-${facilityId}-202610`,
          facilityId,
          facilityNumber: facilityId,
        }),
      ),
    );
  const { body } = await call(facilities.paymentsOf, world.admin, { params: { facilityId: '4100' } });
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['F-1-3-1-4100-202610']);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { listAdministrators } from '../../functions/administrators/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { users } from '../../shared/contracts/users.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { asStored, createUser, mailsTo, password, recordOwnSession } from '../users/person.ts';

const world = useWorld();
const tokenOnly = { headers: { [proofHeader]: '' } };
const newEmail = () => `new-${randomUUID().slice(0, 8)}@created.test`;
const personOf = (email: string) => ({ firstName: 'Max', lastName: 'Sand', email });
const lastMail = async (email: string) => (await mailsTo(email)).at(-1) ?? '';

let leaving: User;
let partnerId: string;
let manager: User;
beforeEach(async () => {
  leaving = await createUser({ role: 'systemAdmin', firstName: 'Ada' });
  partnerId = await freshPartner();
  manager = await createUser({ role: 'partnerManager', partnerId });
});

const addManager = async (by: User, email = newEmail()) =>
  (await call(managers.invite, by, { body: { ...personOf(email), partnerId, access: 'full' } })).body.data
    .id as string;
const addFacilityManager = async (by: User, email = newEmail()) =>
  (
    await call(facilities.inviteManager, by, {
      params: { facilityId: world.facility.id },
      body: personOf(email),
    })
  ).body.data.id as string;
const revoke = (owner: string, sent: object = {}) =>
  call(integrations.revokeCreated, world.admin, { body: { userId: leaving.id, owner }, ...sent });

it('removes managers added by a removed administrator and emails the users responsible', async () => {
  const [added, byOther] = [await addManager(leaving), await addManager(world.admin)];
  const ofFacility = await addFacilityManager(leaving);
  expect((await revoke(`partner-${partnerId}`, tokenOnly)).status).toBe(428);
  expect((await revoke(`partner-${partnerId}`)).body.message).toContain('1 manager removed');
  expect([await loadUser(added), (await loadUser(byOther))?.id, (await loadUser(ofFacility))?.id]).toEqual([
    undefined,
    byOther,
    ofFacility,
  ]);
  for (const email of [manager.email, world.admin.email])
    expect(await lastMail(email)).toContain('removed the manager Max Sand');
  expect((await revoke('all')).body.message).toContain('1 manager removed');
  expect(await loadUser(ofFacility)).toBeUndefined();
  expect(await lastMail(world.facilityManager.email)).toContain('removed Max Sand');
  expect((await revoke('all')).body.message).toContain('0 managers removed');
});

it('revokes API clients of the removed managers too', async () => {
  const added = await loadUser(await addManager(leaving));
  const accepted = { ...(added as User), emailedLink: undefined, awaitsPassword: undefined };
  await transact(...userChange(added as User, accepted));
  const client = { name: 'Payroll', scopes: ['roster:read'], expiresOn: '2027-10-01', addresses: '' };
  await recordOwnSession(accepted);
  const accomplice = await asStored(accepted.id);
  expect((await call(integrations.createClient, accomplice, { body: client })).status).toBe(200);
  expect((await revoke('all')).body.message).toContain('1 API client revoked');
});

it('requests the removal of administrators invited by a removed one and withdraws open invitations', async () => {
  const invite = async (email: string) =>
    (await call(administrators.invite, leaving, { body: personOf(email) })).body.data.id as string;
  const [accepted, open] = [await invite(newEmail()), await invite(newEmail())];
  const stored = (await loadUser(accepted)) as User;
  const active = { ...stored, disabled: false, awaitsApproval: undefined, awaitsPassword: undefined };
  await transact(...userChange(stored, active));
  expect((await revoke('all')).body.message).toContain('removal of 2 administrators requested or completed');
  const rows = new Map((await listAdministrators()).map((row) => [row.id, row]));
  expect(rows.get(accepted)?.removal?.requestedBy).toBe(world.admin.id);
  expect(rows.has(open)).toBe(false);
  expect((await mailsTo(stored.email)).join('\n')).toContain('asked to remove Max Sand');
});

it('removes managers only with a proof of identity, and emails the users responsible', async () => {
  const [email, facilityEmail] = [newEmail(), newEmail()];
  const params = { managerID: await addManager(world.admin, email) };
  const ofFacility = {
    facilityId: world.facility.id,
    managerId: await addFacilityManager(world.admin, facilityEmail),
  };
  expect((await call(managers.delete, world.admin, { params, ...tokenOnly })).status).toBe(428);
  const facilityParams = { params: ofFacility };
  expect(
    (await call(facilities.removeManager, world.admin, { ...facilityParams, ...tokenOnly })).status,
  ).toBe(428);
  expect((await call(managers.delete, world.admin, { params })).status).toBe(200);
  for (const address of [manager.email, world.admin.email])
    expect(await lastMail(address)).toContain(`removed the manager Max Sand (${email})`);
  expect((await call(facilities.removeManager, world.admin, facilityParams)).status).toBe(200);
  for (const address of [world.facilityManager.email, world.admin.email])
    expect(await lastMail(address)).toContain(`removed Max Sand (${facilityEmail})`);
});

it('does not let an administrator whose removal is requested create or widen access', async () => {
  const client = { name: 'Payroll', scopes: ['roster:read'], expiresOn: '2027-10-01', addresses: '' };
  const owned = { ...client, ownerKind: 'partner', ownerNumber: partnerId };
  const { clientId } = (await call(integrations.createClient, manager, { body: client })).body;
  const hook = { kinds: ['roster.completed'], includesPersonalData: false, description: '' };
  const added = { ...hook, owner: `partner-${partnerId}`, url: 'https://hooks.example.com/removed' };
  const { id: webhookId } = (await call(integrations.addWebhook, manager, { body: added })).body.data;
  const saved = { ...hook, url: 'https://hooks.example.com/other', isActive: true, version: 1 };
  await call(administrators.remove, world.admin, { params: { administratorId: leaving.id } });
  leaving = await asStored(leaving.id);
  const invited = { ...personOf(newEmail()), partnerId, access: 'full' };
  const attempts = [
    call(managers.create, leaving, { body: { ...invited, password, confirmPassword: password } }),
    call(managers.invite, leaving, { body: invited }),
    call(managers.update, leaving, {
      body: { id: manager.id, firstName: 'Ann', lastName: 'Berg', email: newEmail() },
    }),
    call(facilities.inviteManager, leaving, {
      params: { facilityId: world.facility.id },
      body: personOf(newEmail()),
    }),
    call(administrators.invite, leaving, { body: personOf(newEmail()) }),
    call(integrations.createClient, leaving, { body: owned }),
    call(integrations.addSecret, leaving, { params: { clientId } }),
    call(integrations.addWebhook, leaving, { body: added }),
    call(integrations.saveWebhook, leaving, { params: { webhookId }, body: saved }),
    call(integrations.rotateWebhookSecret, leaving, {
      params: { webhookId },
      body: { endPrevious: true, version: 1 },
    }),
    call(managers.delete, leaving, { params: { managerID: manager.id } }),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect(body.message).toContain('Your removal as an administrator was requested');
    expect(status).toBe(422);
  }
  // the own account, and the objection
  expect((await call(users.setPin, leaving, { body: { pin: '135790', confirmPin: '135790' } })).status).toBe(
    200,
  );
  const objection = { params: { administratorId: leaving.id } };
  expect((await call(administrators.cancelRemoval, leaving, objection)).status).toBe(200);
  leaving = await asStored(leaving.id);
  expect((await call(managers.invite, leaving, { body: invited })).status).toBe(200);
});

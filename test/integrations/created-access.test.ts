import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadPartner } from '../../functions/partners/store.ts';
import type { User } from '../../functions/users/user.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { users } from '../../shared/contracts/users.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { toWire } from '../../shared/wire-names.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { freshPartner } from '../employees/people.ts';
import { asStored, claimsIn, createUser, mailsTo, password } from '../users/person.ts';

const world = useWorld();
const tokenOnly = { headers: { [proofHeader]: '' } };
const newEmail = () => `new-${randomUUID().slice(0, 8)}@managers.test`;
const personOf = (email: string) => ({ firstName: 'Max', lastName: 'Sand', email });
const managerOf = (email: string) => ({
  ...personOf(email),
  partnerId: world.own.partner.id,
  access: 'full',
});
const create = (email: string, sent: object = {}) =>
  call(managers.create, world.admin, {
    body: { ...managerOf(email), password, confirmPassword: password },
    ...sent,
  });
const logIn = async (userName: string, input = password) =>
  (await call(users.login, undefined, { body: { userName, password: input } })).body.tokens?.accessToken;
/** A partner of its own, because files share the world on local engines, and a partner has few webhooks. */
async function ownPartner() {
  const id = await freshPartner();
  return { partner: { id }, manager: await createUser({ role: 'partnerManager', partnerId: id }) };
}
const lastMail = async (email: string) => (await mailsTo(email)).at(-1) ?? '';

it('creates no user with a token but no proof', async () => {
  const email = newEmail();
  expect((await create(email, tokenOnly)).status).toBe(428);
  const invited = await call(managers.invite, world.admin, { body: managerOf(email), ...tokenOnly });
  expect(invited.status).toBe(428);
  const params = { facilityId: world.facility.id };
  const facilityEmail = await call(facilities.inviteManager, world.admin, {
    params,
    body: personOf(email),
    ...tokenOnly,
  });
  expect(facilityEmail.status).toBe(428);
  expect(await mailsTo(email)).toEqual([]);
});

it('accepts a password of an administrator once, and only to replace it', async () => {
  const email = newEmail();
  const { body } = await create(email);
  for (const responsible of [world.admin.email, world.own.manager.email, email])
    expect((await mailsTo(responsible)).join('\n')).toContain(`added Max Sand (${email}) as a manager`);
  const token = await logIn(email);
  const manager = await asStored(body.data.id);
  const claims = claimsIn(token);
  const me = await call(users.me, manager, { claims });
  expect(me.body.mustChangePassword).toBe(true);
  const list = await call(partners.list, manager, { claims });
  expect(list.status).toBe(403);
  const client = { name: 'Payroll', scopes: ['roster:write'], expiresOn: '2027-10-01' };
  expect((await call(integrations.createClient, manager, { body: client, claims })).status).toBe(403);
  expect(await logIn(email)).toBeUndefined();
  const own = 'Own-Password-2027';
  const change = { oldPassword: password, newPassword: own, confirmPassword: own };
  expect((await call(users.changePassword, manager, { body: change, claims })).status).toBe(200);
  const next = claimsIn(await logIn(email, own));
  expect((await call(users.me, manager, { claims: next })).body.mustChangePassword).toBe(false);
  expect(
    (
      await call(managers.accessReview, manager, {
        params: { partnerID: world.own.partner.id },
        claims: next,
      })
    ).status,
  ).toBe(200);
});

it('emails the owner about new clients, secrets, and webhooks, and lists their creator', async () => {
  const { manager, partner } = await ownPartner();
  const form = { name: 'Payroll', scopes: ['roster:read'], expiresOn: '2027-10-01', addresses: '' };
  const { body } = await call(integrations.createClient, manager, { body: form });
  expect(await lastMail(manager.email)).toContain('created the API client Payroll');
  await call(integrations.addSecret, manager, { params: { clientId: body.clientId } });
  expect(await lastMail(manager.email)).toContain('added a secret to the API client Payroll');
  const hook = {
    owner: `partner-${partner.id}`,
    url: 'https://hooks.example.com/wellport',
    kinds: ['roster.completed'],
    includesPersonalData: false,
    description: '',
  };
  expect((await call(integrations.addWebhook, manager, { body: hook })).status).toBe(200);
  expect(await lastMail(manager.email)).toContain('added a webhook to https://hooks.example.com/wellport');
  const name = `${manager.firstName} ${manager.lastName}`;
  const listed = async () =>
    (await call(integrations.listClients, manager, { query: {} })).body.items.filter(
      (item: { name: string }) => item.name === 'Payroll',
    );
  expect(await listed()).toMatchObject([{ createdByName: name }]);
  const query = { owner: hook.owner };
  const hooks = async () => (await call(integrations.webhooks, manager, { query })).body.webhooks;
  expect(await hooks()).toContainEqual(expect.objectContaining({ url: hook.url, createdByName: name }));

  const url = 'https://hooks.example.com/moved';
  const { webhooks, version } = (await call(integrations.webhooks, manager, { query })).body;
  const params = { webhookId: webhooks.find((item: { url: string }) => item.url === hook.url).id };
  const { owner: _, ...moved } = { ...hook, url, isActive: true, version };
  expect((await call(integrations.saveWebhook, manager, { params, body: moved })).status).toBe(200);
  expect(await lastMail(manager.email)).toContain(`changed the address of a webhook to ${url}`);

  const revoke = { body: { userId: manager.id, owner: hook.owner } };
  expect((await call(integrations.revokeCreated, world.admin, { ...revoke, ...tokenOnly })).status).toBe(428);
  expect((await call(integrations.revokeCreated, world.admin, revoke)).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await hooks()).map(({ url }: { url: string }) => url)).not.toContain(url);
});

it('emails the owner when a webhook can send more, and responds to the same form without an email', async () => {
  const { manager, partner } = await ownPartner();
  const form = { url: 'https://hooks.example.com/roster', kinds: ['roster.completed'], description: '' };
  const owner = `partner-${partner.id}`;
  const added = { ...form, owner, includesPersonalData: false };
  const { id } = (await call(integrations.addWebhook, manager, { body: added })).body.data;
  const save = async (changed: object) => {
    const { version } = (await call(integrations.webhooks, manager, { query: { owner } })).body;
    const body = { ...form, includesPersonalData: false, isActive: true, version, ...changed };
    expect((await call(integrations.saveWebhook, manager, { params: { webhookId: id }, body })).status).toBe(
      200,
    );
    return (await mailsTo(manager.email)).length;
  };
  const before = (await mailsTo(manager.email)).length;
  expect(await save({ description: 'HR' })).toBe(before);
  expect(await save({ includesPersonalData: true })).toBe(before + 1);
  expect(await lastMail(manager.email)).toContain(`changed the webhook to ${form.url}: with personal data.`);
  expect(await save({ kinds: ['roster.completed', 'member.left'] })).toBe(before + 2);
  expect(await lastMail(manager.email)).toContain('with member.left');
  expect(await save({ isActive: false })).toBe(before + 2);
  expect(await save({})).toBe(before + 3);
  expect(await lastMail(manager.email)).toContain('turned on');
});

it('turns off a webhook of another creator with the address of a removed user', async () => {
  const { manager, partner } = await ownPartner();
  const second = await createUser({ role: 'partnerManager', partnerId: partner.id });
  const owner = `partner-${partner.id}`;
  const form = { kinds: ['roster.completed'], includesPersonalData: false, description: '' };
  const added = { ...form, owner, url: 'https://hooks.example.com/ours' };
  const { id } = (await call(integrations.addWebhook, manager, { body: added })).body.data;
  const list = async () => (await call(integrations.webhooks, manager, { query: { owner } })).body;
  const moved = {
    ...form,
    url: 'https://hooks.example.com/theirs',
    isActive: true,
    version: (await list()).version,
  };
  await call(integrations.saveWebhook, second, { params: { webhookId: id }, body: moved });
  await call(integrations.revokeCreated, world.admin, { body: { userId: second.id, owner: 'all' } });
  expect((await list()).webhooks).toMatchObject([{ id, isActive: false }]);
});

it('emails the replaced contact address, to which notices of accounts and access went', async () => {
  const { manager, partner } = await ownPartner();
  const stored = await loadPartner(partner.id);
  const before = (await mailsTo(stored.email)).length;
  const save = (changed: object) =>
    call(partners.save, world.admin, {
      body: { ...(toWire(partners.save.body, { ...stored, version: undefined }) as object), ...changed },
    });
  expect((await save({ city: 'Duluth' })).status).toBe(200);
  expect((await mailsTo(stored.email)).length).toBe(before);
  const email = newEmail();
  expect((await save({ email })).status).toBe(200);
  for (const address of [stored.email, email, manager.email, world.admin.email])
    expect(await lastMail(address)).toContain(`from ${stored.email} to ${email}.`);
});

it('emails the users responsible when the access of a manager changes', async () => {
  const { manager, partner } = await ownPartner();
  const reader = await createUser({
    role: 'partnerManager',
    partnerId: partner.id,
    managerAccess: 'read',
  });
  const { id, firstName, lastName, email } = reader;
  const update = (changed: object) =>
    call(managers.update, world.admin, { body: { id, firstName, lastName, email, ...changed } });
  const before = (await mailsTo(manager.email)).length;
  await update({ lastName: 'Berg' });
  expect((await mailsTo(manager.email)).length).toBe(before);
  await update({ lastName: 'Berg', access: 'full' });
  for (const responsible of [manager.email, world.admin.email])
    expect(await lastMail(responsible)).toContain(
      `changed the access of Ann Berg (${email}) to: Full access.`,
    );
});

it('lists the administrator who added a user in every list of users', async () => {
  const { admin, own, facility } = world;
  const name = `${admin.firstName} ${admin.lastName}`;
  const [managed, invited, facilityEmail, administrator] = [newEmail(), newEmail(), newEmail(), newEmail()];
  await create(managed);
  await call(managers.invite, admin, { body: managerOf(invited) });
  const params = { facilityId: facility.id };
  await call(facilities.inviteManager, admin, { params, body: personOf(facilityEmail) });
  await call(administrators.invite, admin, { body: personOf(administrator) });
  const query = { partnerId: own.partner.id };
  const review = { params: { partnerID: own.partner.id } };
  const rows = [
    ...(await call(managers.list, admin, { query })).body,
    ...(await call(managers.accessReview, own.manager, review)).body.managers,
    ...(await call(facilities.managers, admin, { params })).body,
    ...(await call(administrators.list, admin)).body,
  ] as { email: string; createdByName: string | null }[];
  for (const email of [managed, invited, facilityEmail, administrator])
    expect(rows.filter((row) => row.email === email).map((row) => row.createdByName)).toEqual(
      Array.from({ length: email === managed || email === invited ? 2 : 1 }, () => name),
    );
  expect(rows.find(({ email }) => email === admin.email)?.createdByName).toBeNull();
});

it('revokes secrets and webhooks that an administrator created for any owner', async () => {
  const { manager, partner } = await ownPartner();
  const form = { name: 'Roster', scopes: ['roster:read'], expiresOn: '2027-10-01', addresses: '' };
  const { clientId } = (await call(integrations.createClient, manager, { body: form })).body;
  const leaving = await createUser({ role: 'systemAdmin' });
  await call(integrations.addSecret, leaving, { params: { clientId } });
  const clientOf = async () =>
    (await call(integrations.calls, manager, { params: { clientId } })).body.client;
  expect((await clientOf()).secrets.map((secret: { createdByName: string }) => secret.createdByName)).toEqual(
    [`${manager.firstName} ${manager.lastName}`, `${leaving.firstName} ${leaving.lastName}`],
  );
  const owner = `partner-${partner.id}`;
  const addHook = async (as: User, path: string) => {
    const hook = { kinds: ['roster.completed'], includesPersonalData: false, description: '' };
    const body = { owner, url: `https://hooks.example.com/${path}`, ...hook };
    return (await call(integrations.addWebhook, as, { body })).body.data;
  };
  const added = await addHook(leaving, 'added');
  const replaced = await addHook(manager, 'replaced');
  const hooksNow = async () =>
    (await call(integrations.webhooks, manager, { query: { owner } })).body as {
      webhooks: { id: string; isActive: boolean; secretCreatedByName: string }[];
      version: number;
    };
  await call(integrations.rotateWebhookSecret, leaving, {
    params: { webhookId: replaced.id },
    body: { endPrevious: true, version: (await hooksNow()).version },
  });
  const hookOf = async (id: string) => (await hooksNow()).webhooks.find((hook) => hook.id === id);
  expect((await hookOf(replaced.id))?.secretCreatedByName).toBe(`${leaving.firstName} ${leaving.lastName}`);

  await call(integrations.revokeCreated, world.admin, { body: { userId: leaving.id, owner: 'all' } });
  expect((await clientOf()).secrets).toHaveLength(1);
  expect(await hookOf(added.id)).toBeUndefined();
  expect(await hookOf(replaced.id)).toMatchObject({ isActive: false });
});

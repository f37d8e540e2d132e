import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { facilities } from '../../shared/contracts/facilities.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { users } from '../../shared/contracts/users.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { asStored, claimsIn, mailsTo, password } from '../users/person.ts';

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
const lastMail = async (email: string) => (await mailsTo(email)).at(-1) ?? '';

it('creates no user with a token but no proof', async () => {
  const email = newEmail();
  expect((await create(email, tokenOnly)).status).toBe(428);
  const invited = await call(managers.invite, world.admin, { body: managerOf(email), ...tokenOnly });
  expect(invited.status).toBe(428);
  const params = { facilityId: world.facility.id };
  const club = await call(facilities.inviteManager, world.admin, {
    params,
    body: personOf(email),
    ...tokenOnly,
  });
  expect(club.status).toBe(428);
  expect(await mailsTo(email)).toEqual([]);
});

it('accepts a password of an administrator once, and only to replace it', async () => {
  const email = newEmail();
  const { body } = await create(email);
  for (const responsible of [world.admin.email, world.own.manager.email, email])
    expect(await lastMail(responsible)).toContain(`added Max Sand (${email}) as a manager`);
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
  const { manager, partner } = world.own;
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

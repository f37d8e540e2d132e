import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { erasePerson } from '../../functions/privacy/erase-person-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { call } from '../support/call.ts';
import { someMember, useWorld } from '../support/world.ts';
import { writesOf } from './writes.ts';

const world = useWorld();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const address = () => `p-${randomUUID().slice(0, 8)}@people.test`;
const resource = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
  userName,
  name: { givenName: 'Ida', familyName: 'Holm' },
  emails: [{ primary: true, type: 'work', value: userName }],
  active: true,
  ...more,
});
const create = (body: object) => call(integrations.scimCreateUser, world.own.client, { body });
const get = (id: string, headers = {}) =>
  call(integrations.scimGetUser, world.own.client, { params: { id }, headers });
const patch = (id: string, Operations: object[], headers = {}) =>
  call(integrations.scimPatchUser, world.own.client, {
    params: { id },
    body: { schemas: [patchSchema], Operations },
    headers,
  });
const put = (id: string, body: object) =>
  call(integrations.scimReplaceUser, world.own.client, { params: { id }, body });
const remove = (id: string) => call(integrations.scimDeleteUser, world.own.client, { params: { id } });
const list = (query: Record<string, string | number>) =>
  call(integrations.scimListUsers, world.own.client, { query });
const roster = async (filter: string) =>
  (await call(employees.keyFobs, world.own.manager, { query: { partnerID: '1', filter } })).body.items;

it('follows the life of a user of Entra ID: query, create, update, disable, enable, delete', async () => {
  const upn = address();
  const empty = await list({ filter: `userName eq "${upn}"` });
  expect(empty.body).toMatchObject({ totalResults: 0, Resources: [] });
  const created = await create(
    resource(upn, {
      externalId: randomUUID(),
      displayName: 'Ida Holm',
      title: 'Nurse',
      [enterprise]: { employeeNumber: '701' },
    }),
  );
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.headers.location).toContain(`/api/scim/v2/Users/${id}`);
  expect(await roster(upn)).toEqual([expect.objectContaining({ memberEmail: upn, memberLastName: 'Holm' })]);
  const found = await list({ filter: `userName eq "${upn.toUpperCase()}"` });
  expect(found.body.Resources).toEqual([expect.objectContaining({ id, active: true })]);
  const updated = await patch(id, [
    { op: 'Replace', path: 'name.familyName', value: 'Berg' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '612 555 0100' },
    { op: 'Replace', path: 'title', value: 'Head nurse' },
    { op: 'Replace', path: `${enterprise}:employeeNumber`, value: '702' },
  ]);
  expect(updated.body).toMatchObject({
    name: { familyName: 'Berg' },
    [enterprise]: { employeeNumber: '702' },
  });
  expect(updated.body.phoneNumbers[0].value).toBe('612 555 0100');
  const disabled = await patch(id, [{ op: 'Replace', path: 'active', value: 'False' }]);
  expect([disabled.status, disabled.body.active]).toEqual([200, false]);
  expect(await roster(upn)).toEqual([]);
  expect((await list({ filter: `userName eq "${upn}"` })).body.Resources).toEqual([
    expect.objectContaining({ id, active: false }),
  ]);
  const enabled = await patch(id, [{ op: 'Replace', value: { active: 'True' } }]);
  expect([enabled.status, enabled.body.id, enabled.body.active]).toEqual([200, id, true]);
  expect(await roster(upn)).toHaveLength(1);
  expect((await remove(id)).status).toBe(204);
  expect([(await get(id)).status, (await remove(id)).status]).toEqual([404, 404]);
  expect(await roster(upn)).toEqual([]);
});

it('follows the life of a user of Okta: query, create, get, replace, deactivate, reactivate', async () => {
  const email = address();
  expect(
    (await list({ filter: `userName eq "${email}"`, startIndex: 1, count: 100 })).body.totalResults,
  ).toBe(0);
  const created = await create(
    resource(email, { externalId: '00u1', locale: 'en-US', groups: [], password: 'x' }),
  );
  expect([created.status, created.body.password, created.body.groups]).toEqual([201, undefined, undefined]);
  const { id } = created.body;
  expect((await get(id)).body).toMatchObject({ id, externalId: '00u1', userName: email });
  const replaced = await put(
    id,
    resource(email, { name: { givenName: 'Ida', familyName: 'Moe' }, externalId: '00u1' }),
  );
  expect([replaced.status, replaced.body.name.familyName]).toEqual([200, 'Moe']);
  const off = await patch(id, [{ op: 'replace', value: { active: false } }]);
  expect(off.body.active).toBe(false);
  const on = await patch(id, [{ op: 'replace', value: { active: true } }]);
  expect([on.body.id, on.body.active]).toEqual([id, true]);
});

it('links a member who was added on the screen, and writes nothing for unchanged people', async () => {
  const { waiting } = world.own;
  const found = await list({ filter: `userName eq "${waiting.email}"` });
  expect(found.body.Resources[0].id).toBe(waiting.id);
  const same = resource(waiting.email, {
    name: { givenName: waiting.firstName, familyName: waiting.lastName },
  });
  await put(waiting.id, same);
  const writes = await writesOf(async () => {
    const again = await put(waiting.id, same);
    expect(again.status).toBe(200);
    await patch(waiting.id, [
      { op: 'replace', value: { active: true, 'name.familyName': waiting.lastName } },
    ]);
    await get(waiting.id);
  });
  // each call is counted and stored for the page of its client
  expect(writes.filter((pk) => !pk.startsWith('API-CALLS#'))).toEqual([]);
  expect(writes).toHaveLength(6);
});

it('ends a membership with its effective date, and keeps an enrolled member’s email', async () => {
  const { member } = world.own;
  const kept = await put(
    member.id,
    resource(address(), { name: { givenName: 'Ann', familyName: member.lastName } }),
  );
  expect(kept.body.emails).toEqual([{ value: member.email, type: 'work' }]);
  const off = await patch(member.id, [{ op: 'replace', path: 'active', value: false }]);
  expect(off.body).toMatchObject({ active: false });
  const stored = await loadMember(member.id);
  expect([stored.invitationStatus, stored.keyFobNumber, stored.leavingOn === null]).toEqual([8, null, false]);
});

it('allows five leavers on a day without approval, and refuses the sixth', async () => {
  const { client } = world.other;
  const ids = Array.from({ length: 6 }, (_, i) => `SCIM-L${i}`);
  const activated = { invitationStatus: 4 as const, enrolledOn: '2026-09-05', activatedOn: '2026-09-05' };
  for (const id of ids) await transact(...memberChange(null, someMember(id, '2', activated)));
  const off = (id: string) =>
    call(integrations.scimPatchUser, client, {
      params: { id },
      body: { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
  for (const id of ids.slice(0, 5)) expect((await off(id)).status).toBe(200);
  const sixth = await off('SCIM-L5');
  expect([sixth.status, sixth.body.detail]).toEqual([403, expect.stringContaining('Upload a leavers file')]);
  expect((await loadMember('SCIM-L5')).invitationStatus).toBe(4);
});

it('frees the name of a person who got another email on the screen or was erased', async () => {
  const [first, second] = [address(), address()];
  const { body: user } = await create(resource(first, { externalId: first }));
  await call(employees.changeEmail, world.admin, {
    params: { memberID: user.id },
    body: { id: user.id, email: second },
  });
  const next = await create(resource(first));
  expect([next.status, next.body.userName]).toEqual([201, first]);
  expect((await create(resource(second))).status).toBe(409);
  // the person keeps the new name after leaving
  await patch(user.id, [{ op: 'replace', path: 'active', value: false }]);
  expect((await list({ filter: `userName eq "${second}"` })).body.Resources).toEqual([
    expect.objectContaining({ id: user.id, active: false }),
  ]);
  const taken = await create(resource(address(), { userName: second }));
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
  await erasePerson(user.id, 'operator', new Date());
  const after = await create(resource(second, { externalId: first }));
  expect([after.status, after.body.externalId]).toEqual([201, first]);
});

it('reports conflicts, versions, and invalid requests with the errors of RFC 7644', async () => {
  const email = address();
  const { body: user, headers } = await create(resource(email));
  const twice = await create(resource(email));
  expect([twice.status, twice.body.scimType, twice.body.status]).toEqual([409, 'uniqueness', '409']);
  expect(twice.headers['content-type']).toContain('application/scim+json');
  const unchanged = await get(user.id, { 'if-none-match': headers.etag });
  expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
  await patch(user.id, [{ op: 'replace', path: 'name.givenName', value: 'Eva' }], {
    'if-match': headers.etag,
  });
  const late = await patch(user.id, [{ op: 'replace', path: 'name.givenName', value: 'Una' }], {
    'if-match': headers.etag,
  });
  expect(late.status).toBe(412);
  const wrong: [object[], string][] = [
    [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    [[{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    [[{ op: 'remove' }], 'noTarget'],
    [[{ op: 'move', path: 'active', value: true }], 'invalidSyntax'],
    [[{ op: 'replace', path: 'emails', value: [{ value: 'no email' }] }], 'invalidValue'],
  ];
  for (const [operations, scimType] of wrong) {
    const { status, body } = await patch(user.id, operations);
    expect([status, body.scimType]).toEqual([400, scimType]);
  }
  expect((await list({ filter: 'userName eq' })).body.scimType).toBe('invalidFilter');
  expect((await create({ userName: email })).status).toBe(400);
});

it('filters, sorts, pages, and selects attributes', async () => {
  const names = ['Abel', 'Bohr', 'Cole'];
  for (const familyName of names)
    await create(resource(address(), { name: { givenName: 'Zoe', familyName } }));
  const filter = 'name.givenName eq "zoe" and name.familyName sw "B"';
  expect((await list({ filter })).body.Resources.map((user: { name: object }) => user.name)).toEqual([
    expect.objectContaining({ familyName: 'Bohr' }),
  ]);
  const sorted = await list({
    filter: 'name.givenName eq "Zoe"',
    sortBy: 'name.familyName',
    sortOrder: 'descending',
  });
  expect(sorted.body.Resources.map(({ name }: { name: { familyName: string } }) => name.familyName)).toEqual(
    names.toReversed(),
  );
  const all = await list({ count: 200 });
  const second = await list({ startIndex: 2, count: 2 });
  expect(second.body.Resources).toEqual(all.body.Resources.slice(1, 3));
  expect(second.body).toMatchObject({ startIndex: 2, itemsPerPage: 2, totalResults: all.body.totalResults });
  const few = await list({ count: 1, attributes: 'userName,name.familyName' });
  expect(Object.keys(few.body.Resources[0]).toSorted()).toEqual(['id', 'name', 'schemas', 'userName']);
  const search = await call(integrations.scimSearchUsers, world.own.client, { body: { filter, count: 1 } });
  expect(search.body.totalResults).toBe(1);
});

it('carries out bulk operations with a result each, and stops after errors', async () => {
  const emails = [address(), address()];
  const bulk = await call(integrations.scimBulk, world.own.client, {
    body: {
      failOnErrors: 1,
      Operations: [
        { method: 'POST', path: '/Users', bulkId: 'one', data: resource(emails[0] ?? '') },
        { method: 'POST', path: '/Users', bulkId: 'two', data: resource(emails[0] ?? '') },
        { method: 'POST', path: '/Users', bulkId: 'three', data: resource(emails[1] ?? '') },
      ],
    },
  });
  expect(
    bulk.body.Operations.map(({ bulkId, status }: { bulkId: string; status: string }) => [bulkId, status]),
  ).toEqual([
    ['one', '201'],
    ['two', '409'],
  ]);
  expect((await list({ filter: `userName eq "${emails[1]}"` })).body.totalResults).toBe(0);
});

it('refuses bulk requests that exceed the limits of the configuration', async () => {
  const { client } = world.own;
  const { maxOperations, maxPayloadSize } = (await call(integrations.scimConfig, client, {})).body.bulk;
  const send = (count: number, more: object = {}) => {
    const Operations = Array.from({ length: count }, () => ({ method: 'DELETE', path: '/Users/nobody' }));
    return call(integrations.scimBulk, client, { body: { Operations, ...more } });
  };
  const many = await send(maxOperations + 1);
  expect([many.status, many.body.status, many.body.detail]).toEqual([
    413,
    '413',
    expect.stringContaining(`${maxOperations}`),
  ]);
  expect((await send(maxOperations)).status).toBe(200);
  const patches = (requests: number, changes: number) => {
    const Operations = Array.from({ length: changes }, () => ({
      op: 'replace',
      path: 'active',
      value: true,
    }));
    const patch = { method: 'PATCH', path: '/Users/nobody', data: { operations: Operations } };
    return call(integrations.scimBulk, client, {
      body: { Operations: Array.from({ length: requests }, () => patch) },
    });
  };
  expect((await patches(100, 5)).status).toBe(200);
  const costly = await patches(100, 6);
  expect([costly.status, costly.body.status, costly.body.detail]).toEqual([
    413,
    '413',
    expect.stringContaining('500 operations'),
  ]);
  const large = await send(1, { ignored: 'ä'.repeat(maxPayloadSize / 2) });
  expect([large.status, large.body.status, large.body.detail]).toEqual([
    413,
    '413',
    expect.stringContaining(`${maxPayloadSize}`),
  ]);
  expect((await send(1, { ignored: 'a'.repeat(maxPayloadSize / 2) })).status).toBe(200);
});

it('describes itself: features, types, and schemas', async () => {
  const client = world.own.client;
  const features = await call(integrations.scimConfig, client, {});
  expect(features.body).toMatchObject({ patch: { supported: true }, etag: { supported: true } });
  const types = await call(integrations.scimResourceTypes, client, {});
  const type = await call(integrations.scimResourceType, client, {
    params: { type: types.body.Resources[0].id },
  });
  const schemas = await call(integrations.scimSchemas, client, {});
  expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toContain(type.body.schema);
  const users = await call(integrations.scimSearch, client, { body: { count: 1 } });
  expect(users.body.itemsPerPage).toBe(1);
});

import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

// A property path or key of a request must not reach a prototype, which all tenants of the process share (CWE-1321).
const world = useWorld();
const builtin = Object.getOwnPropertyNames(Object.prototype).toSorted();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const unsafeNames = ['__proto__', 'constructor', 'prototype'];

afterEach(() => {
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    if (!builtin.includes(name)) Reflect.deleteProperty(Object.prototype, name);
});

const create = (body: object) => call(integrations.scimCreateUser, world.own.client, { body });
const replace = (body: object) =>
  call(integrations.scimReplaceUser, world.own.client, { params: { id: world.own.waiting.id }, body });
const patch = (...Operations: object[]) =>
  call(integrations.scimPatchUser, world.own.client, {
    params: { id: world.own.waiting.id },
    body: { Operations },
  });
const bulk = (...Operations: object[]) =>
  call(integrations.scimBulk, world.own.client, { body: { Operations } });

/** Asserts that requests change neither the prototype of all objects nor a stored member of both tenants. */
async function expectHarmless(run: () => Promise<unknown>): Promise<void> {
  const { own, other } = world;
  const ids = [own.waiting.id, own.member.id, other.waiting.id, other.member.id];
  const before = await Promise.all(ids.map(loadMember));
  await run();
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(builtin);
  expect(await Promise.all(ids.map(loadMember))).toEqual(before);
  const foreign = await call(integrations.scimGetUser, own.client, { params: { id: other.waiting.id } });
  expect([foreign.status, JSON.stringify(foreign.body)]).toEqual([
    404,
    expect.not.stringContaining(other.waiting.email),
  ]);
}

const unsafePaths = [
  'name.__proto__.partnerId',
  'name.constructor.prototype.partnerId',
  'name.__proto__',
  '__proto__.partnerId',
  'constructor.prototype.partnerId',
  'prototype.partnerId',
  'title.constructor',
  'emails[type eq "work"].__proto__.partnerId',
  'emails[type eq "work"].constructor',
  'emails[__proto__.type eq "work"].value',
  'emails[constructor eq "work"].value',
  'addresses[prototype eq "work"].value',
  `${enterprise}:__proto__.partnerId`,
  `${enterprise}:constructor.prototype.partnerId`,
  'urn:ietf:params:scim:schemas:core:2.0:User:name.__proto__.partnerId',
  'urn:example:__proto__:partnerId',
];

it.each(unsafePaths)('refuses %s as a path and as a key of a value', async (path) => {
  await expectHarmless(async () => {
    const operations = [
      { op: 'add', path, value: '2' },
      { op: 'Replace', path, value: '2' },
      { op: 'remove', path },
      { op: 'replace', value: { [path]: '2' } },
    ];
    for (const operation of operations) {
      const { status, body } = await patch(operation);
      expect([operation, status, body.scimType]).toEqual([operation, 400, 'invalidPath']);
    }
    const { waiting, client } = world.own;
    const { body } = await call(integrations.scimBulk, client, {
      body: {
        Operations: [{ method: 'PATCH', path: `/Users/${waiting.id}`, data: { Operations: operations } }],
      },
    });
    expect(body.Operations[0]).toMatchObject({ status: '400', response: { scimType: 'invalidPath' } });
  });
});

it.each(unsafeNames)('refuses the key %s at every depth of every body', async (key) => {
  const pollution = JSON.parse(`{"${key}":{"partnerId":"2"}}`) as object;
  const userName = `p-${randomUUID()}@people.test`;
  const user = { userName, name: { givenName: 'Ida', familyName: 'Holm' } };
  const bodies = [
    { ...user, extra: pollution },
    { ...user, name: Object.assign(Object.create(null), user.name, { inner: pollution }) },
    { ...user, emails: [{ value: userName, inner: [{ inner: pollution }] }] },
  ];
  await expectHarmless(async () => {
    for (const body of bodies) {
      const requests = [
        create(body),
        replace(body),
        patch({ op: 'replace', value: body }),
        patch({ op: 'replace', path: 'name', value: body }),
        bulk({ method: 'POST', path: '/Users', data: body }),
      ];
      for (const response of await Promise.all(requests))
        expect([response.status, response.body.scimType]).toEqual([400, 'invalidPath']);
    }
  });
});

it('refuses names of inherited properties to sort by, and finds no user by them', async () => {
  for (const name of [...unsafeNames, 'toString', 'hasOwnProperty.call']) {
    const list = (query: Record<string, string>) =>
      call(integrations.scimListUsers, world.own.client, { query });
    expect((await list({ sortBy: name })).body.scimType).toBe('invalidValue');
    const { status, body } = await list({ filter: `${name} eq "x"` });
    expect([name, status, body.totalResults]).toEqual([name, 200, 0]);
  }
});

it('refuses halves of surrogate pairs in every text, and control characters in identifiers', async () => {
  const user = { userName: `p-${randomUUID()}@people.test`, name: { givenName: 'Ida', familyName: 'Holm' } };
  const half = '\ud800';
  await expectHarmless(async () => {
    const requests = [
      create({ ...user, externalId: half }),
      create({ ...user, userName: `a${half}`, emails: [{ value: user.userName }] }),
      create({ ...user, externalId: '\u0000' }),
      patch({ op: 'replace', path: 'externalId', value: half }),
      call(integrations.scimSearchUsers, world.own.client, { body: { filter: `userName eq "${half}"` } }),
    ];
    for (const { status, body } of await Promise.all(requests))
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });
  const checkIn = { checkInId: half, memberId: world.own.member.id, at: new Date().toISOString() };
  const { status, body } = await call(integrations.takeCheckIn, world.facilityClient, { body: checkIn });
  expect([status, body.fields]).toEqual([400, { checkInId: 'The text contains an invalid character.' }]);
  const key = { list: 'EMPLOYEES#1', pk: 'MEMBER#1', s1: half, sk: 'MEMBER' };
  const cursor = Buffer.from(JSON.stringify({ i: 'by-s1', d: false, k: key })).toString('base64url');
  const query = { partnerID: '1', cursor };
  expect((await call(employees.keyFobs, world.own.manager, { query })).status).toBe(422);
});

it('limits the length and the segments of paths and keys, and the depth of bodies', async () => {
  const long = 'x'.repeat(400);
  const nested = '{"a":'.repeat(500) + '1' + '}'.repeat(500);
  await expectHarmless(async () => {
    const requests = [
      patch({ op: 'replace', path: `name${'.x'.repeat(20)}`, value: 'Holm' }),
      patch({ op: 'replace', path: 'name.familyName.x', value: 'Holm' }),
      patch({ op: 'replace', value: { 'name.familyName.x': 'Holm' } }),
      patch({ op: 'replace', path: `name.${long}`, value: 'Holm' }),
      patch({ op: 'replace', value: { [`name.${long}`]: 'Holm' } }),
      patch({ op: 'replace', path: 'name', value: { ['.'.repeat(60_000)]: 'Holm' } }),
      patch({ op: 'replace', path: '.'.repeat(60_000), value: 'Holm' }),
      patch({ op: 'replace', value: { ['.'.repeat(60_000)]: 'Holm' } }),
      patch({ op: 'replace', path: 'name', value: JSON.parse(nested) }),
    ];
    for (const { status, body } of await Promise.all(requests))
      expect([status, body.scimType]).toEqual([400, 'invalidPath']);
  });
});

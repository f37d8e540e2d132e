import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { patchUser, type SentOperation } from '../../functions/integrations/scim/patch-user.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { readUser, type ScimUser } from '../../shared/integrations/scim/user.ts';
import { call } from '../support/call.ts';
import { someMember, useWorld } from '../support/world.ts';

// Phone numbers with types, optional attributes that are not understood, and partial changes.

const world = useWorld();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const address = () => `f-${randomUUID().slice(0, 8)}@larkspur.test`;
const work = 'phoneNumbers[type eq "work"].value';

const create = (more: object = {}, userName = address()) =>
  call(integrations.scimCreateUser, world.own.client, {
    body: {
      userName,
      name: { givenName: 'Tove', familyName: 'Larsen' },
      emails: [{ type: 'work', value: userName }],
      active: true,
      ...more,
    },
  });
const patch = (id: string, Operations: object[]) =>
  call(integrations.scimPatchUser, world.own.client, { params: { id }, body: { Operations } });
const get = async (id: string) =>
  (await call(integrations.scimGetUser, world.own.client, { params: { id } })).body;
const withPhone = { phoneNumbers: [{ type: 'work', value: '612-555-0141' }] };

describe('phone numbers', () => {
  it('keep the type work, and Replace changes them', async () => {
    const { body: user } = await create(withPhone);
    expect(user.phoneNumbers).toEqual([{ type: 'work', value: '612-555-0141' }]);
    const changed = await patch(user.id, [{ op: 'Replace', path: work, value: '612-555-0199' }]);
    expect([changed.status, changed.body.phoneNumbers]).toEqual([
      200,
      [{ type: 'work', value: '612-555-0199' }],
    ]);
    expect((await get(user.id)).phoneNumbers).toEqual([{ type: 'work', value: '612-555-0199' }]);
    expect((await loadMember(user.id)).phone).toBe('612-555-0199');
  });

  it('of two types are both kept, and the mobile number is the member’s', async () => {
    const mobile = { type: 'mobile', value: '612-555-0142' };
    const { body: user } = await create({ phoneNumbers: [...withPhone.phoneNumbers, mobile] });
    await patch(user.id, [{ op: 'Replace', path: work, value: '612-555-0199' }]);
    expect((await get(user.id)).phoneNumbers).toEqual([{ type: 'work', value: '612-555-0199' }, mobile]);
    expect((await loadMember(user.id)).phone).toBe('612-555-0142');
  });

  it.each([
    ['phoneNumbers[type eq "work" and primary eq true].value', 'work'],
    ['phoneNumbers[primary eq true].value', 'work'],
    ['phoneNumbers[type eq "work" and primary eq true]', 'work'],
  ])('without a primary one are replaced by %s', async (path, type) => {
    const { body: user } = await create(withPhone);
    const number = '612-555-0199';
    const value = path.endsWith('.value') ? number : { value: number };
    const changed = await patch(user.id, [{ op: 'Replace', path, value }]);
    expect([changed.status, changed.body.phoneNumbers]).toEqual([
      200,
      [{ type, value: number, primary: true }],
    ]);
    expect((await loadMember(user.id)).phone).toBe(number);
  });

  it('of another type are not replaced by the primary one of a type', async () => {
    const { body: user } = await create({ phoneNumbers: [{ type: 'mobile', value: '612-555-0142' }] });
    const path = 'phoneNumbers[type eq "work" and primary eq true].value';
    await patch(user.id, [{ op: 'Add', path, value: '612-555-0199' }]);
    expect((await get(user.id)).phoneNumbers).toHaveLength(2);
  });

  it('follow a change of the member’s number by another channel', async () => {
    const { body: user } = await create(withPhone);
    const member = await loadMember(user.id);
    await transact(...memberChange(member, { ...member, phone: '612-555-0150' }));
    expect((await get(user.id)).phoneNumbers).toEqual([{ type: 'work', value: '612-555-0150' }]);
  });
});

it.each([[{ value: 'False' }], { value: false }, ['false']])(
  'active %j deactivates a user',
  async (value) => {
    const { body: user } = await create();
    const changed = await patch(user.id, [{ op: 'Replace', path: 'active', value }]);
    expect([changed.status, changed.body.active]).toEqual([200, false]);
  },
);

it('a user is found by a name with invisible characters', async () => {
  const name = address();
  await create({}, name);
  const { body } = await call(integrations.scimListUsers, world.own.client, {
    query: { filter: `userName eq "\u200B${name}"` },
  });
  expect(body.totalResults).toBe(1);
});

describe('optional attributes that are not understood', () => {
  it('add the person without them', async () => {
    const added = await create({
      phoneNumbers: [{ type: 'work', value: 'ask reception' }],
      [enterprise]: { employeeNumber: { a: 1 } },
    });
    expect(added.status).toBe(201);
    expect(added.body).not.toHaveProperty('phoneNumbers');
    expect(added.body).not.toHaveProperty([enterprise]);
  });

  it.each(['1.23E+11', '123-45-6789'])('leave out the employee number %s', async (employeeNumber) => {
    const { status, body } = await create({ [enterprise]: { employeeNumber } });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty([enterprise]);
  });

  it('leave out invisible characters of a user name', async () => {
    const userName = address();
    expect((await create({}, `${userName}\u200B`)).body.userName).toBe(userName);
  });

  it.each<[string, object]>([
    ['an absent phone is removed', { op: 'Remove', path: work }],
    ['a phone is unreadable', { op: 'Replace', path: work, value: 'none' }],
    ['a phone is a text', { op: 'Replace', path: 'phoneNumbers', value: '612' }],
    ['no phone matches', { op: 'Replace', path: 'phoneNumbers[type eq "fax"]', value: { value: '612' } }],
    ['the extension is a text', { op: 'Replace', path: enterprise, value: 'x' }],
    ['a path of another attribute is unusual', { op: 'Add', path: 'addresses[type eq].x.y', value: 'x' }],
  ])('do not stop the end of a membership when %s', async (_, operation) => {
    const { body: user } = await create();
    const { status, body } = await patch(user.id, [
      { op: 'Replace', path: 'active', value: 'False' },
      operation,
    ]);
    expect([status, body.active]).toEqual([200, false]);
    expect((await get(user.id)).active).toBe(false);
  });

  it('never refuse a person', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (phoneNumbers, employeeNumber) => {
        const user = readUser({
          userName: 'ida@people.test',
          name: { givenName: 'Ida', familyName: 'Holm' },
          phoneNumbers,
          [enterprise]: { employeeNumber },
        });
        expect(user).toMatchObject({ userName: 'ida@people.test', active: true });
      }),
    );
  });
});

describe('a changed email', () => {
  it('is that of an added work email', async () => {
    const { body: user } = await create();
    const email = address();
    const changed = await patch(user.id, [
      { op: 'add', path: 'emails', value: [{ type: 'work', value: email }] },
    ]);
    expect([changed.status, changed.body.emails]).toEqual([200, [{ type: 'work', value: email }]]);
    expect((await loadMember(user.id)).email).toBe(email);
  });

  it('is refused for an enrolled member, with the operation', async () => {
    const member = someMember('SCIM-E1', world.own.partner.id, { invitationStatus: 4, email: address() });
    await transact(...memberChange(null, member));
    const operations = [
      { op: 'replace', path: 'name.givenName', value: 'Eva' },
      { op: 'add', path: 'emails', value: [{ type: 'work', value: address() }] },
    ];
    const refused = await patch(member.id, operations);
    expect([refused.status, refused.body.scimType, refused.body.detail]).toEqual([
      400,
      'mutability',
      'Operation 2: An enrolled member changes the email in the profile.',
    ]);
    expect((await loadMember(member.id)).firstName).toBe(member.firstName);
  });
});

it('carries out all operations of a PATCH or none, and names the one that failed', async () => {
  const [{ body: user }, { body: other }] = [await create(withPhone), await create()];
  const refused = await patch(user.id, [
    { op: 'replace', path: 'name.givenName', value: 'Eva' },
    { op: 'replace', path: work, value: '612-555-0199' },
    { op: 'replace', path: 'emails[type eq "work"].value', value: other.emails[0].value },
  ]);
  expect([refused.status, refused.body.scimType, refused.body.detail]).toEqual([
    409,
    'uniqueness',
    'Operation 3: Another member of the roster has this email.',
  ]);
  expect(await get(user.id)).toEqual(user);
});

it('has the effect of the last of any operations on the work phone', () => {
  const user: ScimUser = {
    schemas: [],
    id: 'M1',
    userName: 'ida@people.test',
    name: { givenName: 'Ida', familyName: 'Holm' },
    active: true,
    emails: [{ value: 'ida@people.test', type: 'work' }],
  };
  const number = fc.integer({ min: 1000, max: 9999 }).map((line) => `612-555-${line}`);
  const operation = fc.oneof(
    number.map((value): SentOperation => ({ op: 'Replace', path: work, value })),
    number.map((value): SentOperation => ({
      op: 'add',
      path: 'phoneNumbers',
      value: [{ type: 'work', value }],
    })),
    fc.constant<SentOperation>({ op: 'remove', path: work }),
    fc.constant<SentOperation>({ op: 'remove', path: 'phoneNumbers[type eq "work"]' }),
  );
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 6 }), (operations) => {
      const { op, value } = operations.at(-1) ?? { op: '' };
      const sent = Array.isArray(value) ? value[0].value : value;
      expect(patchUser(user, operations).phone).toBe(op === 'remove' ? null : sent);
    }),
  );
});

describe('times of a user', () => {
  it('are those of the addition and the last change, and filters compare them', async () => {
    const { body: user } = await create();
    const { created } = user.meta;
    expect(user.meta).toMatchObject({ created: expect.stringMatching(/Z$/), lastModified: created });
    await new Promise((done) => void setTimeout(done, 5));
    const { body: changed } = await patch(user.id, [{ op: 'replace', path: 'name.givenName', value: 'Eva' }]);
    expect(changed.meta.created).toBe(created);
    expect(changed.meta.lastModified > created).toBe(true);
    expect((await get(user.id)).meta).toMatchObject(changed.meta);
    const ids = async (filter: string) =>
      (await call(integrations.scimListUsers, world.own.client, { query: { filter } })).body.Resources.map(
        ({ id }: { id: string }) => id,
      );
    const before = new Date(Date.parse(changed.meta.lastModified) - 1).toISOString();
    expect(await ids(`meta.lastModified gt "${before}"`)).toContain(user.id);
    expect(await ids(`meta.lastModified gt "${changed.meta.lastModified}"`)).not.toContain(user.id);
    // the same instant in another zone
    const chicago = new Date(Date.parse(before) - 6 * 3_600_000).toISOString().replace('Z', '-06:00');
    expect(await ids(`meta.lastModified gt "${chicago}"`)).toContain(user.id);
    expect(await ids(`meta.created le "${created}"`)).toContain(user.id);
    const wrong = await call(integrations.scimListUsers, world.own.client, {
      query: { filter: 'meta.created gt "soon"' },
    });
    expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidFilter']);
  });
});

it('lists no groups', async () => {
  const { status, body } = await call(integrations.scimListGroups, world.own.client, {
    query: { filter: 'displayName eq "Staff"' },
  });
  expect([status, body]).toMatchObject([200, { totalResults: 0, Resources: [] }]);
});

describe('a deactivation', () => {
  it.each([
    ['an address', { emails: [{ type: 'work', value: 'removed' }] }],
    ['names', { name: { givenName: '', familyName: '' } }],
  ])('is carried out although %s cannot be read', async (_, change) => {
    const { body: user } = await create();
    const patched = await patch(user.id, [{ op: 'replace', value: { ...change, active: false } }]);
    expect([patched.status, patched.body.active]).toEqual([200, false]);
    expect(patched.body).toMatchObject({ name: user.name, emails: user.emails });
    const { body: other } = await create();
    const replaced = await call(integrations.scimReplaceUser, world.own.client, {
      params: { id: other.id },
      body: { userName: other.userName, name: other.name, ...change, active: false },
    });
    expect([replaced.status, replaced.body.active]).toEqual([200, false]);
    const active = await create();
    expect((await patch(active.body.id, [{ op: 'replace', value: change }])).status).toBe(400);
  });
});

it('social security numbers are no identifiers', async () => {
  const { body: user } = await create({ externalId: '123-45-6789' });
  expect(user.externalId).toBeUndefined();
  const refused = await create({ emails: [{ type: 'work', value: address() }] }, '123-45-6789');
  expect(refused.status).toBe(400);
});

import { describe, expect, it } from 'vitest';
import { patchUser, type SentOperation } from '../../functions/integrations/scim/patch-user.ts';
import { ScimError } from '../../shared/scim-error.ts';
import type { ScimUser } from '../../shared/integrations/scim/user.ts';

// Changes as Entra ID, Okta, and OneLogin send them (RFC 7644, section 3.5.2).
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const user: ScimUser = {
  schemas: [core],
  id: 'M1',
  externalId: 'e1',
  userName: 'ida@people.test',
  name: { givenName: 'Ida', familyName: 'Holm' },
  displayName: 'Ida Holm',
  active: true,
  emails: [{ value: 'ida@people.test', type: 'work' }],
  phoneNumbers: [{ value: '(612) 555-0100', type: 'mobile' }],
  [enterprise]: { employeeNumber: '701' },
};
const current = {
  userName: 'ida@people.test',
  externalId: 'e1',
  active: true,
  firstName: 'Ida',
  lastName: 'Holm',
  email: 'ida@people.test',
  phone: '(612) 555-0100',
  employeeNumber: '701',
};

const home = { value: 'home@people.test', type: 'home' };
const mobile = 'phoneNumbers[type eq "mobile"]';

describe('the patched user', () => {
  const cases: [string, SentOperation[], Partial<typeof current> | object][] = [
    ['a part', [{ op: 'Replace', path: 'name.familyName', value: 'Berg' }], { lastName: 'Berg' }],
    ['names in any case', [{ op: 'REPLACE', path: 'NAME.FamilyName', value: 'Berg' }], { lastName: 'Berg' }],
    [
      'a path with the URN of the schema',
      [{ op: 'add', path: `${core}:userName`, value: 'ida' }],
      { userName: 'ida' },
    ],
    [
      'some parts of a name',
      [{ op: 'replace', path: 'name', value: { givenName: 'Eva' } }],
      { firstName: 'Eva' },
    ],
    ['the text False of Entra ID', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['a value without path', [{ op: 'replace', value: { active: false } }], { active: false }],
    [
      'paths as keys of a value',
      [{ op: 'Add', value: { 'name.givenName': 'Eva', [`${enterprise}:employeeNumber`]: '702' } }],
      { firstName: 'Eva', employeeNumber: '702' },
    ],
    [
      'the enterprise extension as a value',
      [{ op: 'replace', value: { [enterprise]: { employeeNumber: '702', department: 'HR' } } }],
      { employeeNumber: '702' },
    ],
    ['the extension as a path', [{ op: 'remove', path: enterprise }], { employeeNumber: null }],
    [
      'a removed extension part',
      [{ op: 'remove', path: `${enterprise}:employeeNumber` }],
      { employeeNumber: null },
    ],
    ['null as removal', [{ op: 'replace', path: 'externalId', value: null }], { externalId: null }],
    [
      'part of a matching value',
      [{ op: 'Replace', path: 'emails[type eq "Work"].value', value: 'eva@people.test' }],
      { email: 'eva@people.test' },
    ],
    [
      'part of a missing value',
      [
        { op: 'remove', path: 'phoneNumbers' },
        { op: 'Replace', path: `${mobile}.value`, value: '612 555 0199' },
      ],
      { phone: '612 555 0199' },
    ],
    [
      'a new primary value of a filter',
      [{ op: 'Add', path: 'emails[primary eq true].value', value: 'eva@people.test' }],
      { email: 'eva@people.test' },
    ],
    [
      'the last primary value',
      [
        { op: 'add', path: 'emails', value: [{ ...home, primary: true }] },
        { op: 'add', path: 'emails', value: [{ value: 'eva@people.test', primary: 'True' }] },
      ],
      { email: 'eva@people.test' },
    ],
    ['an added value', [{ op: 'add', path: 'emails', value: [home] }], {}],
    ['all values', [{ op: 'replace', path: 'emails', value: [home] }], { email: 'home@people.test' }],
    [
      'a part of every value',
      [{ op: 'replace', path: 'emails.value', value: home.value }],
      { email: home.value },
    ],
    ['removed matching values', [{ op: 'remove', path: mobile }], { phone: null }],
    ['a removed part', [{ op: 'remove', path: `${mobile}.value` }], { phone: null }],
    [
      'removed values by value',
      [{ op: 'remove', path: 'phoneNumbers', value: [{ value: '(612) 555-0100' }] }],
      { phone: null },
    ],
    [
      'absent values to remove',
      [
        { op: 'remove', path: 'emails[type eq "home"]' },
        { op: 'remove', path: 'phoneNumbers[type eq "fax"].value' },
        { op: 'remove', path: 'phoneNumbers', value: [{ value: '1' }] },
        { op: 'remove', path: 'title' },
      ],
      {},
    ],
    [
      'attributes that the roster does not have',
      [
        { op: 'add', path: 'addresses[type eq "work"].formatted', value: '1 Lake Street' },
        { op: 'add', path: 'roles[primary eq "True"].value', value: 'x' },
        { op: 'replace', path: `${enterprise}:manager.displayName`, value: 'x' },
        { op: 'replace', path: 'urn:example:2.0:User:userName', value: 'x' },
        { op: 'replace', path: 'name.honorificPrefix', value: 'Dr.' },
        { op: 'replace', value: { title: 'Nurse', displayName: 'x', meta: { version: 'x' }, schemas: [] } },
      ],
      {},
    ],
    [
      'a value that a later operation replaces',
      [
        { op: 'remove', path: 'name' },
        { op: 'add', path: 'name', value: { givenName: 'Eva', familyName: 'Berg' } },
      ],
      { firstName: 'Eva', lastName: 'Berg' },
    ],
  ];
  it.each(cases)('has %s', (_, operations, changes) => {
    const { phoneNumbers, ...patched } = patchUser(user, operations);
    expect(patched).toEqual({ ...current, ...changes });
    expect(phoneNumbers.map(({ value }) => value)).toEqual(patched.phone === null ? [] : [patched.phone]);
  });
});

describe('a refusal', () => {
  const valid: SentOperation = { op: 'replace', path: 'name.givenName', value: 'Eva' };
  const cases: [string, SentOperation, string][] = [
    ['a path outside of the grammar', { op: 'add', path: 'emails[', value: 'x' }, 'invalidPath'],
    [
      'a filter that is not valid',
      { op: 'add', path: 'emails[type is "x"].value', value: 'x' },
      'invalidPath',
    ],
    ['a filter of a single value', { op: 'add', path: 'name[x eq 1].givenName', value: 'x' }, 'invalidPath'],
    ['a filter without match', { op: 'replace', path: 'emails[type eq "x"]', value: home }, 'noTarget'],
    [
      'a filter that describes no value',
      { op: 'add', path: 'emails[type co "x"].value', value: 'x' },
      'noTarget',
    ],
    ['a missing path', { op: 'remove' }, 'noTarget'],
    ['a missing value', { op: 'add', path: 'active' }, 'invalidValue'],
    ['a text for a name', { op: 'replace', path: 'name', value: 'x' }, 'invalidValue'],
    ['a text for emails', { op: 'add', path: 'emails', value: 'x' }, 'invalidValue'],
    [
      'many values',
      { op: 'add', path: 'emails', value: Array.from({ length: 101 }, () => home) },
      'invalidValue',
    ],
    ['another state', { op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    ['the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['a required attribute', { op: 'remove', path: 'name.familyName' }, 'mutability'],
    ['the state', { op: 'remove', path: 'active' }, 'mutability'],
    ['another operation', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
  ];
  it.each(cases)('of %s names the operation', (_, operation, scimType) => {
    const before = structuredClone(user);
    const refusal = (() => {
      try {
        return patchUser(user, [valid, operation, valid]);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(ScimError);
    expect(refusal).toMatchObject({
      status: 400,
      scimType,
      message: expect.stringMatching(/^Operation 2: \S/),
    });
    expect(user).toEqual(before);
  });
});

import { expect, test } from 'vitest';
import {
  deniedOf,
  isAllowed,
  policiesOf,
  type TemplateStatement,
  type Use,
} from '../support/permissions/statements.ts';
import { unusedOf } from '../support/permissions/unused.ts';
import { missingIn, readRecord, verdictOn } from '../support/permissions/verdict.ts';
import { defined } from '../support/defined.ts';

const arnOf = (name: string) => ({ 'Fn::ImportValue': `Wellport-dev-Data:ExportsOutputFnGetAtt${name}Arn` });
const table = arnOf('TableCD117FA1');
const index = (column: number) => ({ 'Fn::Join': ['', [table, `/index/by-s${column}`]] });
const incoming = { 'Fn::Join': ['', [arnOf('Files4B9BC5C3'), '/bank/incoming/*']] };
const leadingKeys = (operator: string, kinds: string[]) => ({
  [operator]: { 'dynamodb:LeadingKeys': kinds },
});

const templates: Record<string, TemplateStatement[]> = {
  'partners/save': [
    { Effect: 'Allow', Action: ['dynamodb:Query', 'dynamodb:PutItem'], Resource: table },
    { Effect: 'Allow', Action: 'dynamodb:Query', Resource: [index(1), index(2)] },
    {
      Effect: 'Deny',
      Action: ['dynamodb:Query', 'dynamodb:PutItem'],
      Resource: table,
      Condition: leadingKeys('ForAnyValue:StringLike', ['PIN#*']),
    },
    { Effect: 'Allow', Action: 's3:DeleteObject', Resource: incoming },
    {
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: arnOf('VaultKey6FB0D0F5'),
      Condition: { Null: { 'kms:EncryptionContext:payee': 'false' } },
    },
  ],
  'users/set-pin': [{ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: table }],
  'site/contact-us': [
    { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: table },
    {
      Effect: 'Deny',
      Action: 'dynamodb:PutItem',
      Resource: table,
      Condition: leadingKeys('ForAnyValue:StringNotLike', ['SUBMISSION#*', 'CAPTCHA#*']),
    },
  ],
};
const policies = policiesOf(templates);

const use = (handler: string, action: string, resource: string, key = ''): Use => ({
  handler,
  action,
  resource,
  key,
});
const saves = (action: string, resource: string, key = '') => use('partners/save', action, resource, key);
const may = (item: Use) => isAllowed(defined(policies.get(item.handler)), item);

test('a role lets what a statement allows and none refuses, on the very resource', () => {
  expect(may(saves('dynamodb:PutItem', 'table', 'PARTNER#'))).toBe(true);
  expect(may(saves('dynamodb:PutItem', 'table', 'PIN#'))).toBe(false);
  expect(may(saves('dynamodb:GetItem', 'table', 'PARTNER#'))).toBe(false);
  expect(may(saves('dynamodb:Query', 'table/index/by-s1', 'PARTNERS'))).toBe(true);
  expect(may(saves('dynamodb:Query', 'table/index/by-s3', 'PARTNERS'))).toBe(false);
  expect(may(saves('s3:DeleteObject', 'files/bank/incoming/'))).toBe(true);
  expect(may(saves('s3:DeleteObject', 'files/bank/'))).toBe(false);
  expect(may(saves('s3:DeleteObject', 'outbox/bank/incoming/'))).toBe(false);
});

test('a key opens only where the payee is named', () => {
  expect(may(saves('kms:Decrypt', 'vault key', 'payee'))).toBe(true);
  expect(may(saves('kms:Decrypt', 'vault key', 'file,payee'))).toBe(true);
  expect(may(saves('kms:Decrypt', 'vault key'))).toBe(false);
  expect(may(saves('kms:Decrypt', 'vault key', 'payees'))).toBe(false);
});

test('who may write certain kinds alone writes no others', () => {
  expect(may(use('site/contact-us', 'dynamodb:PutItem', 'table', 'CAPTCHA#'))).toBe(true);
  expect(may(use('site/contact-us', 'dynamodb:PutItem', 'table', 'PARTNER#'))).toBe(false);
});

test('a resource or condition without evaluation is an error', () => {
  const odd = (statement: Partial<TemplateStatement>) => () =>
    policiesOf({ a: [{ ...defined(defined(templates['users/set-pin'])[0]), ...statement }] });
  expect(odd({ Condition: { StringEquals: { 'aws:SourceIp': '10.0.0.1' } } })).toThrow('without evaluation');
  expect(odd({ Condition: { Null: { 'dynamodb:LeadingKeys': 'false' } } })).toThrow('without evaluation');
  expect(odd({ Resource: { 'Fn::GetAtt': ['Topic', 'Arn'] } })).toThrow('without evaluation');
});

/** One use of each permission of the three roles. */
const everything: Use[] = [
  saves('dynamodb:Query', 'table', 'PARTNER#'),
  saves('dynamodb:PutItem', 'table', 'PARTNER#'),
  saves('dynamodb:Query', 'table/index/by-s1', 'PARTNERS'),
  saves('dynamodb:Query', 'table/index/by-s2', 'PARTNERS'),
  saves('s3:DeleteObject', 'files/bank/incoming/'),
  saves('kms:Decrypt', 'vault key', 'payee'),
  use('users/set-pin', 'dynamodb:PutItem', 'table', 'PIN#'),
  use('users/set-pin', 'dynamodb:PutItem', 'table', 'USER#'),
  use('site/contact-us', 'dynamodb:PutItem', 'table', 'SUBMISSION#'),
  use('site/contact-us', 'dynamodb:PutItem', 'table', 'CAPTCHA#'),
];

test('a policy that is too narrow anywhere is found by what it denies', () => {
  for (const [index, { handler, action }] of everything.entries()) {
    const narrower = defined(templates[handler]).map((item) =>
      item.Effect === 'Deny'
        ? item
        : { ...item, Action: [item.Action].flat().filter((name) => name !== action) },
    );
    const denied = deniedOf(policiesOf({ ...templates, [handler]: narrower }), everything);
    expect(denied, action).toContain(everything[index]);
  }
  const closed = {
    ...templates,
    'users/set-pin': [
      ...defined(templates['users/set-pin']),
      defined(defined(templates['partners/save'])[2]),
    ],
  };
  expect(deniedOf(policiesOf(closed), everything)).toEqual([everything[6]]);
});

test('a policy that is too wide anywhere is found by what nothing used', () => {
  for (const left of everything)
    expect(
      unusedOf(
        policies,
        everything.filter((candidate) => candidate !== left),
      ).map(({ handler, action }) => [handler, action]),
    ).toEqual([[left.handler, left.action]]);
  const opened = {
    ...templates,
    'partners/save': defined(templates['partners/save']).filter((_, index) => index !== 2),
  };
  expect(
    unusedOf(policiesOf({ ...opened, other: [defined(defined(templates['partners/save'])[2])] }), everything),
  ).toEqual([saves('dynamodb:Query', 'table', 'PIN#*'), saves('dynamodb:PutItem', 'table', 'PIN#*')]);
});

test('uses by a handler without a role are denied', () => {
  const unknown = use('partners/gone', 'dynamodb:PutItem', 'table', 'PARTNER#');
  expect(deniedOf(policies, [unknown])).toEqual([unknown]);
});

test('a record without a handler, job kind, or service differs from one without uses', () => {
  const recorded = readRecord([
    'partners/get\tdynamodb:GetItem\ttable\tPARTNER#',
    'partners/get\tcalled\t\t',
  ]);
  const expected = {
    handlers: ['partners/get', 'partners/save'],
    jobs: ['key fobs'],
    services: ['dynamodb', 's3'],
  };
  expect(missingIn(recorded, expected)).toEqual([
    'no use of s3 was recorded',
    'partners/save was never called',
    'no step of "key fobs" was taken',
  ]);
  expect(missingIn(readRecord([]), expected)).toHaveLength(5);
});

test('a reason keeps what nothing used, and one that keeps nothing is wrong itself', () => {
  const recorded = { uses: everything.slice(1), called: new Set<string>(), jobs: new Set<string>() };
  const verdict = (...stored: { keeps: (right: Use) => boolean; why: string }[]) =>
    verdictOn(policies, recorded, { handlers: [], jobs: [], services: [] }, stored);
  expect(verdict()).toEqual(['allowed, and used by nothing: partners/save dynamodb:Query table']);
  const reads = { keeps: ({ action }: Use) => action === 'dynamodb:Query', why: 'it may read' };
  expect(verdict(reads)).toEqual([]);
  expect(verdict(reads, { keeps: ({ action }) => action === 's3:PutObject', why: 'it may store' })).toEqual([
    'a reason that keeps nothing: it may store',
  ]);
});

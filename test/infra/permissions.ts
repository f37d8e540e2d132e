import { expect, test } from 'vitest';
import { grants } from '../../infra/grants.ts';
import { endpointsByArea, handlerOf } from '../../infra/handlers.ts';
import { actionsOf, rolesByHandler, statementsOf } from './rights.ts';

const named = endpointsByArea.flatMap(({ endpoints }) => endpoints);
const writes = /:(Put|Update|Delete|Create|Admin|Send|Generate|BatchWrite)/;

test('every right of a function is written out: no managed policies, no wildcard in an action', () => {
  expect(rolesByHandler.size).toBeGreaterThan(named.length);
  for (const [handler, { ManagedPolicyArns }] of rolesByHandler) {
    expect(ManagedPolicyArns, handler).toBeUndefined();
    for (const action of actionsOf(handler)) expect(action, handler).not.toContain('*');
  }
});

test('the only wildcards in resources are the names of files, for those whose row lets them near', () => {
  for (const handler of rolesByHandler.keys())
    for (const { Action, Resource } of statementsOf(handler))
      for (const text of [Resource].flat().map((one) => JSON.stringify(one))) {
        if (!text.includes('*')) continue;
        expect([Action].flat().join(' '), `${handler}: ${text}`).toMatch(/^(s3:\w+ ?)+$/);
        expect(text, handler).toMatch(/^\{"Fn::Join":\["",\[\{[^*]*\},"\/\*"\]\]\}$/);
      }
});

test('a GET cannot write, unless a row of the grants says why', () => {
  for (const { name, endpoint } of named) {
    if (endpoint.method !== 'GET' || grants[name]) continue;
    const own = actionsOf(handlerOf(endpoint));
    expect(own, name).toContain('dynamodb:GetItem');
    expect(
      own.filter((action) => writes.test(action) || !action.startsWith('dynamodb:')),
      name,
    ).toEqual([]);
  }
});

test('any other method reads and writes the table, and without a row nothing else', () => {
  for (const { name, endpoint } of named) {
    if (endpoint.method === 'GET') continue;
    const own = actionsOf(handlerOf(endpoint));
    expect(own, name).toEqual(expect.arrayContaining(['dynamodb:GetItem', 'dynamodb:PutItem']));
    if (!grants[name])
      expect(
        own.filter((action) => !action.startsWith('dynamodb:')),
        name,
      ).toEqual([]);
  }
});

test('nobody scans the table', () => {
  for (const handler of rolesByHandler.keys())
    expect(actionsOf(handler), handler).not.toContain('dynamodb:Scan');
});

test('a bank account is only opened and sealed with its payee named', () => {
  const vault = [...rolesByHandler.keys()].flatMap((handler) =>
    statementsOf(handler)
      // looking at the key opens nothing
      .filter(({ Action }) => [Action].flat().some((action) => /^kms:(?!DescribeKey$)/.test(action)))
      .map((statement) => ({ handler, ...statement })),
  );
  expect(vault.map(({ handler }) => handler)).toContain('partners/bank-account-details');
  for (const { Condition } of vault)
    expect(Condition).toEqual({ Null: { 'kms:EncryptionContext:payee': 'false' } });
});

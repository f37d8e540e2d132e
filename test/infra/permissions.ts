import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { grants } from '../../infra/grants.ts';
import { endpointsByArea, guestWrites } from '../../infra/handlers.ts';
import { handlerOf } from '../../infra/handler-names.ts';
import { auditKind, closedKinds, guestKinds, namedHandlers } from '../../infra/key-rights.ts';
import { actionsOf, policyOf, refusalsOf, rolesByHandler, statementsOf } from './rights.ts';
import { synthesised } from './portal.ts';

const named = endpointsByArea.flatMap(({ endpoints }) => endpoints);
// after a whole run they are judged by what handlers did (test/support/rights/judge-rights.ts)
const folder = process.env.RIGHTS_FOLDER;
if (folder)
  writeFileSync(
    join(folder, 'policies.json'),
    JSON.stringify(Object.fromEntries([...rolesByHandler.keys()].map((one) => [one, policyOf(one)]))),
  );
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
        // the state of the whole account at the email service belongs to no resource
        if (text === '"*"' && Action === 'ses:GetAccount') continue;
        expect([Action].flat().join(' '), `${handler}: ${text}`).toMatch(/^(s3:\w+ ?)+$/);
        expect(text, handler).toMatch(/^\{"Fn::Join":\["",\[\{[^*]*\},"\/([a-z]+\/)*\*"\]\]\}$/);
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

const leadingKeys = (handler: string, operator: string, action: string): string[] =>
  refusalsOf(handler)
    .filter(({ Action }) => [Action].flat().includes(action))
    .flatMap(({ Condition }) => {
      const keysOf = (Condition as Record<string, Record<string, string | string[]>>)[operator];
      return keysOf?.['dynamodb:LeadingKeys'] ?? [];
    });

test('nobody changes or deletes an audit event', () => {
  for (const handler of rolesByHandler.keys())
    for (const action of ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(leadingKeys(handler, 'ForAnyValue:StringLike', action), handler).toContain(`${auditKind}*`);
  expect(auditKind).toBe('AUDIT#');
});

test('bank accounts and PINs are read and written by named functions alone', () => {
  expect(Object.keys(namedHandlers)).toEqual(['BANK-ACCOUNT#', 'PIN#']);
  for (const handler of rolesByHandler.keys())
    for (const action of ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'])
      for (const [kind, named] of Object.entries(namedHandlers)) {
        const refused = leadingKeys(handler, 'ForAnyValue:StringLike', `dynamodb:${action}`);
        expect(refused.includes(`${kind}*`), `${handler} ${action} ${kind}`).toBe(!named.includes(handler));
      }
  expect(closedKinds('users/login')).toEqual(['BANK-ACCOUNT#', 'PIN#']);
});

test('functions on which guests send something write their own kinds only', () => {
  expect(Object.keys(guestKinds).toSorted()).toEqual(guestWrites.map(handlerOf).toSorted());
  for (const [handler, kinds] of Object.entries(guestKinds)) {
    expect(leadingKeys(handler, 'ForAnyValue:StringNotLike', 'dynamodb:PutItem'), handler).toEqual(
      kinds.map((kind) => `${kind}*`),
    );
    expect(kinds.join(), handler).not.toMatch(/PAYMENT|LEDGER|BANK|PARTNER#/);
  }
});

test('the key of the vault opens for the portal’s functions alone', () => {
  const [key] = synthesised().all('AWS::KMS::Key');
  const { Statement } = key![1].Properties.KeyPolicy as { Statement: { Effect: string }[] };
  const text = JSON.stringify(Statement.find(({ Effect }) => Effect === 'Deny'));
  for (const part of ['kms:Decrypt', 'ArnNotLike', 'Wellport-dev-Api-*', 'Wellport-dev-Jobs-*'])
    expect(text).toContain(part);
});

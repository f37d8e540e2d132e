import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { grants } from '../../infra/permissions/grants.ts';
import { endpointsByArea, guestWrites, handlerOf } from '../../infra/build/handlers.ts';
import {
  guestKinds,
  auditKind,
  closedKinds,
  restrictedKinds,
} from '../../infra/permissions/key-statements.ts';
import { usesTable } from '../../infra/permissions/table-use.ts';
import { bundles } from './bundles.ts';
import { actionsOf, policyOf, refusalsOf, rolesByHandler, statementsOf } from './rights.ts';
import { synthesised } from './portal.ts';
import { reviewedHandlers } from '../support/permissions/restricted-handlers.ts';
import { defined } from '../support/defined.ts';

const named = endpointsByArea.flatMap(({ endpoints }) => endpoints);
// after a whole run they are judged by what handlers did (test/support/permissions/check-permissions.ts)
const folder = process.env.RIGHTS_FOLDER;
if (folder)
  writeFileSync(
    join(folder, 'policies.json'),
    JSON.stringify(Object.fromEntries([...rolesByHandler.keys()].map((text) => [text, policyOf(text)]))),
  );
const writes = /:(Put|Update|Delete|Create|Admin|Send|Generate|BatchWrite)/;

test('every right of a function is written out: no managed policies, no wildcard in an action', () => {
  expect(rolesByHandler.size).toBeGreaterThan(named.length);
  for (const [handler, { ManagedPolicyArns }] of rolesByHandler) {
    expect(ManagedPolicyArns, handler).toBeUndefined();
    for (const action of actionsOf(handler)) expect(action, handler).not.toContain('*');
  }
});

test('wildcards in resources are file names of rows that allow them', () => {
  for (const handler of rolesByHandler.keys())
    for (const { Action, Resource } of statementsOf(handler))
      for (const text of [Resource].flat().map((item) => JSON.stringify(item))) {
        if (!text.includes('*')) continue;
        // the state of the whole account at the email service belongs to no resource
        if (text === '"*"' && Action === 'ses:GetAccount') continue;
        // functions share roles, but each has its own log
        if (text.endsWith(':log-group:/wellport/dev/*"]]}')) {
          expect([Action].flat(), handler).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
          continue;
        }
        expect([Action].flat().join(' '), `${handler}: ${text}`).toMatch(/^(s3:\w+ ?)+$/);
        expect(text, handler).toMatch(/^\{"Fn::Join":\["",\[\{[^*]*\},"\/([a-z-]+\/)*\*"\]\]\}$/);
      }
});

test('a GET endpoint cannot write without a reason in the grants', () => {
  for (const { name, endpoint } of named) {
    if (endpoint.method !== 'GET' || endpoint.scope || grants[name]) continue;
    const own = actionsOf(handlerOf(endpoint));
    expect(own, name).toContain('dynamodb:GetItem');
    expect(
      own.filter((action) => writes.test(action) || !action.startsWith('dynamodb:')),
      name,
    ).toEqual([]);
  }
});

test('a GET endpoint of API clients only counts and stores the call', () => {
  const reading = named.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.scope);
  expect(reading.length).toBeGreaterThan(3);
  for (const { name, endpoint } of reading) {
    const handler = handlerOf(endpoint);
    const own = actionsOf(handler).filter((action) => writes.test(action));
    expect(own.toSorted(), name).toEqual(['dynamodb:PutItem', 'dynamodb:UpdateItem']);
    for (const action of own)
      expect(leadingKeys(handler, 'ForAnyValue:StringNotLike', action), name).toEqual(['API-CALLS#*']);
  }
});

test('any other method reads the table, writes it as its code does, and without a row nothing else', () => {
  const readers: string[] = [];
  for (const { name, endpoint } of named) {
    if (endpoint.method === 'GET') continue;
    const own = actionsOf(handlerOf(endpoint));
    expect(own, name).toContain('dynamodb:GetItem');
    const modules = new Set(defined(bundles.get(handlerOf(endpoint))).inputs);
    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(own.includes(action), `${name} ${action}`).toBe(usesTable(modules, action, 'table'));
    if (!own.includes('dynamodb:PutItem')) readers.push(name);
    if (!grants[name])
      expect(
        own.filter((action) => !action.startsWith('dynamodb:')),
        name,
      ).toEqual(endpoint.scope ? ['secretsmanager:GetSecretValue'] : []);
  }
  // these queries use POST: they read a file, or an email or a secret, which must not be in an address; jobs.redrive
  // changes queues only
  expect(readers).toEqual([
    'users.findUser',
    'jobs.redrive',
    'employees.checkUpload',
    'employees.uploadRosterPart',
    'visits.checkImport',
    'integrations.token',
  ]);
});

test('no role can scan the table', () => {
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
      const keysOf = (Condition as Record<string, Record<string, string | string[]>> | undefined)?.[operator];
      return keysOf?.['dynamodb:LeadingKeys'] ?? [];
    });

test('no role can change or delete an audit event', () => {
  for (const handler of rolesByHandler.keys())
    for (const action of ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(leadingKeys(handler, 'ForAnyValue:StringLike', action), handler).toContain(`${auditKind}*`);
  expect(auditKind).toBe('AUDIT#');
});

test('bank accounts and PINs are read and put by reviewed functions alone, and nothing else is done to them', () => {
  expect(Object.keys(restrictedKinds)).toEqual(['BANK-ACCOUNT#', 'PIN#']);
  const { reads, puts, erases } = reviewedHandlers;
  const alone: Record<string, Readonly<Record<string, readonly string[]>>> = {
    GetItem: reads,
    BatchGetItem: { 'BANK-ACCOUNT#': defined(reads['BANK-ACCOUNT#']) },
    PutItem: puts,
    Query: erases,
    ConditionCheckItem: {},
    UpdateItem: {},
    DeleteItem: erases,
  };
  for (const handler of rolesByHandler.keys())
    for (const [action, reviewed] of Object.entries(alone))
      for (const kind of Object.keys(restrictedKinds)) {
        const refused = leadingKeys(handler, 'ForAnyValue:StringLike', `dynamodb:${action}`);
        const isReviewed = reviewed[kind]?.includes(handler) ?? false;
        expect(refused.includes(`${kind}*`), `${handler} ${action} ${kind}`).toBe(!isReviewed);
      }
  for (const [kind, writers] of Object.entries(puts))
    expect(reads[kind]).toEqual(expect.arrayContaining([...writers]));
  expect(closedKinds(new Set(), 'GetItem')).toEqual(['BANK-ACCOUNT#', 'PIN#']);
});

test('functions on which guests send something put and remove their own kinds only, and update counters only', () => {
  expect(Object.keys(guestKinds).toSorted()).toEqual(guestWrites.map(handlerOf).toSorted());
  const refusedAltogether = (handler: string, action: string): boolean =>
    refusalsOf(handler).some(
      ({ Action, Condition }) => Condition === undefined && [Action].flat().includes(action),
    );
  for (const [handler, { puts, removes = [], updates = [] }] of Object.entries(guestKinds)) {
    const keptTo = (action: string) => leadingKeys(handler, 'ForAnyValue:StringNotLike', action);
    expect(keptTo('dynamodb:PutItem'), handler).toEqual(puts.map((kind) => `${kind}*`));
    expect(keptTo('dynamodb:DeleteItem'), handler).toEqual(removes.map((kind) => `${kind}*`));
    expect(refusedAltogether(handler, 'dynamodb:DeleteItem'), handler).toBe(removes.length === 0);
    expect(refusedAltogether(handler, 'dynamodb:UpdateItem'), handler).toBe(updates.length === 0);
    expect(updates.join(), handler).toMatch(/^(COUNT#)?$/);
    expect([...puts, ...removes].join(), handler).not.toMatch(/PAYMENT|LEDGER|BANK|PARTNER#/);
  }
});

test('the key of the vault opens for the portal’s functions alone', () => {
  const [key] = synthesised().all('AWS::KMS::Key');
  const { Statement } = defined(key)[1].Properties.KeyPolicy as { Statement: { Effect: string }[] };
  const text = JSON.stringify(Statement.find(({ Effect }) => Effect === 'Deny'));
  for (const part of ['kms:Decrypt', 'ArnNotLike', 'Wellport-dev-Api-*', 'Wellport-dev-Jobs-*'])
    expect(text).toContain(part);
});

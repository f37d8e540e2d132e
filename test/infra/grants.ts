import { expect, test } from 'vitest';
import { backgroundGrants } from '../../infra/permissions/background-grants.ts';
import { grants } from '../../infra/permissions/grants.ts';
import { allHandlers, endpointsByArea, handlerOf } from '../../infra/build/handlers.ts';
import { restrictedKinds } from '../../infra/permissions/key-statements.ts';
import { type Grant, type Permission, permissions } from '../../infra/permissions/permissions.ts';
import { tableOperations, usesTable } from '../../infra/permissions/table-use.ts';
import { reviewedHandlers } from '../support/permissions/restricted-handlers.ts';
import { bundles } from './bundles.ts';
import { synthesised } from './portal.ts';
import { actionsOf } from './rights.ts';

const services: Record<string, string> = {
  s3: 's3',
  kms: 'kms',
  sqs: 'sqs',
  sesv2: 'ses',
  'cognito-identity-provider': 'cognito-idp',
};
const transaction = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];
const tableCommands: Record<string, string[]> = {
  Get: ['GetItem'],
  BatchGet: ['BatchGetItem'],
  Query: ['Query'],
  Put: ['PutItem'],
  Update: ['UpdateItem'],
  Delete: ['DeleteItem'],
  BatchWrite: ['BatchWriteItem'],
  TransactGet: ['GetItem'],
  TransactWrite: transaction,
  // the library's paginator of scans, which cannot be removed; no role allows it
  Scan: [],
};

/** Reports whether a handler's bundle uses the table this way. An action without an operation counts as used. */
const isUsed = (handler: string, action: string): boolean => {
  const modules = new Set(bundles.get(handler)?.inputs);
  const operations = Object.values(tableOperations).filter((operation) => operation.action === action);
  return operations.length === 0 || operations.some(({ on }) => usesTable(modules, action, on));
};

/** The rights that the commands of the SDK in a handler's bundle need. */
function neededBy(handler: string): Set<string> {
  const needed = new Set<string>();
  for (const input of bundles.get(handler)?.inputs ?? []) {
    const [, library = '', command = ''] =
      /@aws-sdk\/(?:client-|lib-)([\w-]+)\/.*\/commands\/(\w+)Command\.js$/.exec(input) ?? [];
    if (input.includes('/lib-dynamodb/') && command) {
      const actions = (tableCommands[command] ?? [command]).map((action) => `dynamodb:${action}`);
      // some come with the library or with a store, and no code makes one
      for (const action of actions) if (isUsed(handler, action)) needed.add(action);
    }
    // a presigned address uses the permission of its signer
    else if (input.endsWith('functions/platform/signed-address.ts')) needed.add('s3:GetObject');
    // loaded when it is needed, and so as a whole
    else if (library === 'secrets-manager') needed.add('secretsmanager:GetSecretValue');
    else if (library === 's3' && command === 'HeadObject')
      for (const action of ['GetObject', 'ListBucket']) needed.add(`s3:${action}`);
    else if (library === 's3' && command === 'ListObjectsV2') needed.add('s3:ListBucket');
    else if (library === 's3' && command === 'ListObjectVersions')
      for (const action of ['ListBucketVersions', 'DeleteObjectVersion']) needed.add(`s3:${action}`);
    // the client's own, for a kind of bucket that the portal has none of
    else if (library === 's3' && command === 'CreateSession') continue;
    else if (library === 'cognito-identity-provider' && byAccessToken.has(command)) continue;
    else if (library !== '' && library !== 'dynamodb') needed.add(`${services[library]}:${command}`);
  }
  return needed;
}

/** Commands authorized by the user's access token; IAM cannot grant them. */
const byAccessToken = new Set(['AssociateSoftwareToken', 'VerifySoftwareToken']);

/**
 * Commands that are in a bundle and are never sent: what a handler shares with others brings its writing side along.
 * By handler: the actions that it is refused, and why that is right.
 */
const previewOnly = {
  actions: /^dynamodb:(Put|Update|Delete|ConditionCheck)/,
  why: 'A kind of line knows how it is written; a preview only asks it what it would write.',
};
const neverSent: Record<string, { actions: RegExp; why: string }> = {
  'payments/preview-facility-payments': previewOnly,
  'payments/preview-member-payments': previewOnly,
  'employees/take-deliveries': {
    actions: /^s3:PutObject$/,
    why: 'An uploaded file is stored as its change begins; a delivered one stays where it was delivered.',
  },
  'bank-files/resolve-file': {
    actions: /^s3:PutObject$/,
    why: 'The outbox takes files and is looked into; resolving only looks.',
  },
};

test('every command that a handler can send is allowed to its role', () => {
  expect([...neededBy('partners/bank-account-details')]).toEqual(
    expect.arrayContaining(['kms:Decrypt', 'dynamodb:PutItem', 'secretsmanager:GetSecretValue']),
  );
  const missing = allHandlers.flatMap((handler) => {
    const allowed = actionsOf(handler);
    return [...neededBy(handler)]
      .filter((action) => !neverSent[handler]?.actions.test(action) && !allowed.includes(action))
      .map((action) => `${handler} may send ${action}: add what it needs to infra/permissions/grants.ts`);
  });
  expect(missing).toEqual([]);
});

const { data, identity, jobs, site } = synthesised().parts;
const { table, settingsTable, files, agreements, outbox, vaultKey, secrets } = data;
const resources = {
  table,
  files,
  agreements,
  outbox,
  vaultKey,
  secrets,
  pool: identity.pool,
  client: identity.client,
  jobs: jobs.queues.jobs,
  failedJobs: jobs.queues.failedJobs,
  siteAddress: '',
  mailFrom: 'a@b.test',
  bankSettings: '',
  salesAddress: 'a@b.test',
  supportAddress: 'a@b.test',
  siteEmailsPerHour: 20,
  bankAccountWaitHours: 24,
  newAdministratorWaitHours: 24,
  idleMinutes: { administrators: 30, managers: 120, members: 43_200 },
  checksBreachedPasswords: false,
  leaversPercent: 5,
  leaversCount: 25,
  rosterRevertHours: 24,
  requiresSecondFactor: false,
  flags: {},
  hasAlarmRecipient: false,
  cdnSecret: site.cdnSecret,
  settingsTable,
  stage: 'dev',
  release: '',
};
const actionsIn = (permission: Permission): string[] =>
  permissions[permission](resources).flatMap(({ actions }) => actions);

const rows: [string, Grant][] = [
  ...endpointsByArea.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ name, endpoint }): [string, Grant][] =>
      grants[name] ? [[handlerOf(endpoint), grants[name]]] : [],
    ),
  ),
  ...Object.entries(backgroundGrants),
];

test('every row of the grants names an existing handler, uses its permissions, and states a reason', () => {
  expect(rows.length).toBe(Object.keys(grants).length + Object.keys(backgroundGrants).length);
  for (const [handler, { may, why }] of rows) {
    expect(allHandlers, 'a row for a handler that is gone').toContain(handler);
    expect(why.split(' ').length, handler).toBeGreaterThan(3);
    for (const permission of may)
      expect(
        actionsIn(permission).some((action) => neededBy(handler).has(action)),
        `${handler} does not need "${permission}": take it out of infra/permissions/grants.ts`,
      ).toBe(true);
  }
});

test('the handlers that read, put, or erase bank accounts and PINs are those that were reviewed', () => {
  for (const [kind, modulesOf] of Object.entries(restrictedKinds))
    for (const use of ['reads', 'puts', 'erases'] as const) {
      const handlers = allHandlers.filter((handler) =>
        bundles.get(handler)?.inputs.some((input) => modulesOf[use].includes(input)),
      );
      expect(reviewedHandlers[use][kind] ?? [], `${kind} ${use}`).toEqual(handlers.toSorted());
    }
});

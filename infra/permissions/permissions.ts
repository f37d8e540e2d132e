import { configurationSetName } from './email-events.ts';
import { Stack } from 'aws-cdk-lib/core';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { IdleMinutes } from '../../shared/users/sessions.ts';
import type { StageFlags } from '../../shared/settings/feature-flags.ts';
import type { JobWorker } from '../../shared/jobs/job.ts';
import { restoredSuffix, tableIndexes, usesTable } from './table-use.ts';

/** Permission names. permissions.ts maps them to IAM and depends on the CDK; this module does not. */
export type Permission =
  | 'ReadTable'
  | 'WriteTable'
  | 'EncryptBankAccounts'
  | 'DecryptBankAccounts'
  | 'DescribeVaultKey'
  | 'GetSecrets'
  | 'GetFiles'
  | 'PutFiles'
  | 'GetAndPutFiles'
  | 'DeleteInboundFiles'
  | 'EraseCheckInFiles'
  | 'EraseRosterFiles'
  | 'GetAgreements'
  | 'PutAgreements'
  | 'GetBankFiles'
  | 'PutBankFiles'
  | 'SendEmail'
  | 'GetEmailIdentity'
  | 'CreateUsers'
  | 'SetUserPasswords'
  | 'DeleteUsers'
  | 'UpdateUserEmails'
  | 'InitiateAuth'
  | 'RespondToAuthChallenge'
  | 'GetUserMfa'
  | 'SignOutUsers'
  | 'SetUserMfa'
  | 'ReplaceUserPasswords'
  | 'SendAccountJobs'
  | 'SendEmailJobs'
  | 'SendDataJobs'
  | 'SendToFailedJobs'
  | 'CountFailedJobs'
  | 'TakeFailedJobs';

/** Permissions of a handler beyond the default, with their reason. */
export interface Grant {
  may: readonly [Permission, ...Permission[]];
  why: string;
}

export const grant = (why: string, ...may: [Permission, ...Permission[]]): Grant => ({ why, may });

/** Rows of the settings table. Every function may read the first; others only functions with code that reads them. */
export type SettingsRow = 'common' | 'bank' | 'cdn';

/**
 * Settings that functions read when they run (functions/table/deployed-settings.ts), as environment variables by row.
 * Versions of functions do not contain them.
 */
export const settingsRows = (of: Resources): Record<SettingsRow, Record<string, string>> => ({
  common: {
    TABLE_NAME: of.table.tableName,
    FILES_BUCKET: of.files.bucketName,
    AGREEMENTS_BUCKET: of.agreements.bucketName,
    OUTBOX_BUCKET: of.outbox.bucketName,
    VAULT_KEY_ID: of.vaultKey.keyId,
    SECRETS_ID: of.secrets.secretArn,
    USER_POOL_ID: of.pool.userPoolId,
    USER_POOL_CLIENT_ID: of.client.userPoolClientId,
    ACCOUNT_JOBS_URL: of.jobs.accounts.queueUrl,
    EMAIL_JOBS_URL: of.jobs.emails.queueUrl,
    DATA_JOBS_URL: of.jobs.data.queueUrl,
    FAILED_JOBS_URL: of.failedJobs.queueUrl,
    MAIL_FROM: of.mailFrom,
    MAIL_CONFIGURATION_SET: configurationSetName(of.stage),
    SALES_ADDRESS: of.salesAddress,
    SUPPORT_ADDRESS: of.supportAddress,
    SITE_EMAILS_PER_HOUR: String(of.siteEmailsPerHour),
    BANK_ACCOUNT_WAIT_HOURS: String(of.bankAccountWaitHours),
    NEW_ADMINISTRATOR_WAIT_HOURS: String(of.newAdministratorWaitHours),
    ADMINISTRATOR_IDLE_MINUTES: String(of.idleMinutes.administrators),
    MANAGER_IDLE_MINUTES: String(of.idleMinutes.managers),
    MEMBER_IDLE_MINUTES: String(of.idleMinutes.members),
    BREACHED_PASSWORDS: of.checksBreachedPasswords ? 'on' : 'off',
    LEAVERS_PERCENT: String(of.leaversPercent),
    LEAVERS_COUNT: String(of.leaversCount),
    ROSTER_REVERT_HOURS: String(of.rosterRevertHours),
    SECOND_FACTOR_REQUIRED: of.requiresSecondFactor ? 'on' : 'off',
    FEATURE_FLAGS: JSON.stringify(of.flags),
    // an operator's row replaces values (docs/deploy.md)
    CANCELLATION_RIGHTS: '{}',
    ALARMS_TOLD: of.hasAlarmRecipient ? 'on' : 'off',
    SITE_ADDRESS: of.siteAddress,
    RELEASE: of.release,
  },
  bank: { BANK_SETTINGS: of.bankSettings },
  // stored by the deployment's handler, which reads the secret
  cdn: { CDN_SECRET_BEFORE: '' },
});

/** Variables of secrets by row. */
export const secretVariables = { cdn: ['CDN_SECRET'] } as const;

const variablesOf: Record<Exclude<SettingsRow, 'common'>, string> = {
  bank: 'BANK_SETTINGS',
  cdn: 'CDN_SECRET',
};

/** Returns the rows that a function's code reads. */
export const rowsFor = (code: string): SettingsRow[] => [
  'common',
  ...(['bank', 'cdn'] as const).filter((row) => new RegExp(`\\b${variablesOf[row]}\\b`).test(code)),
];

/**
 * Environment variables of a function: its stage and the place of its settings. They are part of a version, so none
 * changes with the release: a function with unchanged code keeps its version.
 */
export const environmentFor = (of: Resources, rows: readonly SettingsRow[]): Record<string, string> => ({
  STAGE: of.stage,
  SETTINGS_TABLE: of.settingsTable.tableName,
  SETTINGS_ROWS: rows.join(),
});

/** Resources that permissions refer to. */
export interface Resources {
  table: ITableV2;
  /** Settings that functions read when they run (infra/permissions/permissions.ts). */
  settingsTable: ITableV2;
  files: Bucket;
  agreements: Bucket;
  outbox: Bucket;
  vaultKey: Key;
  secrets: Secret;
  pool: UserPool;
  /** The site's client of the pool. */
  client: UserPoolClient;
  jobs: Record<JobWorker, Queue>;
  failedJobs: Queue;
  siteAddress: string;
  mailFrom: string;
  /** Bank settings as JSON; empty if sending is unavailable. */
  bankSettings: string;
  salesAddress: string;
  supportAddress: string;
  siteEmailsPerHour: number;
  bankAccountWaitHours: number;
  newAdministratorWaitHours: number;
  idleMinutes: IdleMinutes;
  checksBreachedPasswords: boolean;
  leaversPercent: number;
  leaversCount: number;
  rosterRevertHours: number;
  requiresSecondFactor: boolean;
  /** Initial feature flags. */
  flags: StageFlags;
  /** Whether alarms have a recipient. */
  hasAlarmRecipient: boolean;
  cdnSecret: Secret;
  stage: string;
  /** Commit of this build. */
  release: string;
}

/** With the modules of a function, table permissions are limited to what it uses; otherwise they are complete. */
type Statements = (resources: Resources, modules?: ReadonlySet<string>) => PolicyStatement[];

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

/** Returns the table actions of a permission that a function's modules use. */
function allowUsed(
  modules: ReadonlySet<string> | undefined,
  on: 'table' | 'indexes',
  actions: string[],
  resources: string[],
): PolicyStatement[] {
  const used = actions.filter((action) => modules === undefined || usesTable(modules, action, on));
  return used.length > 0 ? [allow(used, resources)] : [];
}

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

/**
 * Returns the names of the table in use: the stage's own, or one that `operate -- restore` created. The time in its name
 * has a fixed length, so that the pattern does not include indexes.
 */
export const tableArns = ({ tableArn }: ITableV2): string[] => [
  tableArn,
  `${tableArn}${restoredSuffix('????????T??????Z')}`,
];

const secrets: Statements = (of) => [allow(['secretsmanager:GetSecretValue'], [of.secrets.secretArn])];

/** A data key decrypts only with its payee's context, so IAM denies requests without one. */
const vault =
  (action: string): Statements =>
  (of) => [
    new PolicyStatement({
      actions: [action],
      resources: [of.vaultKey.keyArn],
      conditions: { Null: { 'kms:EncryptionContext:payee': 'false' } },
    }),
    ...secrets(of),
  ];

type BucketName = 'files' | 'agreements' | 'outbox';

const objects =
  (bucket: BucketName, ...actions: string[]): Statements =>
  (of) => [
    allow(actions, [of[bucket].arnForObjects('*')]),
    // without it, S3 responds 403 instead of 404 for missing files
    allow(['s3:ListBucket'], [of[bucket].bucketArn]),
  ];

/** Removes files of these folders with their versions. */
const erased =
  (...folders: string[]): Statements =>
  ({ files }) => [
    allow(
      ['s3:DeleteObject', 's3:DeleteObjectVersion'],
      folders.map((folder) => files.arnForObjects(folder)),
    ),
    allow(['s3:ListBucketVersions'], [files.bucketArn]),
  ];

/** IAM statements of each permission, exactly as the modules of functions/platform and functions/table require. */
export const permissions: Record<Permission, Statements> = {
  ReadTable: ({ table }, modules) => [
    // one right: a function that reads the table in one way may read it in each
    ...(readActions.some((action) => modules === undefined || usesTable(modules, action, 'table'))
      ? [allow(readActions, tableArns(table))]
      : []),
    ...allowUsed(
      modules,
      'indexes',
      ['dynamodb:Query'],
      tableArns(table).flatMap((arn) => tableIndexes.map(({ name }) => `${arn}/index/${name}`)),
    ),
  ],
  WriteTable: ({ table }, modules) =>
    allowUsed(
      modules,
      'table',
      ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      tableArns(table),
    ),
  EncryptBankAccounts: vault('kms:GenerateDataKey'),
  DecryptBankAccounts: vault('kms:Decrypt'),
  DescribeVaultKey: ({ vaultKey }) => [allow(['kms:DescribeKey'], [vaultKey.keyArn])],
  GetSecrets: secrets,
  GetFiles: objects('files', 's3:GetObject'),
  PutFiles: ({ files }) => [allow(['s3:PutObject'], [files.arnForObjects('*')])],
  GetAndPutFiles: objects('files', 's3:GetObject', 's3:PutObject'),
  DeleteInboundFiles: ({ files }) => [allow(['s3:DeleteObject'], [files.arnForObjects('bank/incoming/*')])],
  EraseCheckInFiles: erased('check-ins/*'),
  EraseRosterFiles: erased('hr/*', 'roster-changes/*'),
  GetAgreements: objects('agreements', 's3:GetObject'),
  PutAgreements: objects('agreements', 's3:GetObject', 's3:PutObject'),
  GetBankFiles: objects('outbox', 's3:GetObject'),
  PutBankFiles: objects('outbox', 's3:GetObject', 's3:PutObject'),
  SendEmail: ({ mailFrom, table, stage }) => {
    const address = /<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom;
    const identity = (resourceName: string) =>
      Stack.of(table).formatArn({ service: 'ses', resource: 'identity', resourceName });
    const set = Stack.of(table).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: configurationSetName(stage),
    });
    return [allow(['ses:SendEmail'], [identity(address), identity(address.split('@')[1] ?? address), set])];
  },
  GetEmailIdentity: ({ mailFrom, table }) => {
    const resourceName = /@([\w.-]+)/.exec(mailFrom)?.[1] ?? mailFrom;
    const identity = Stack.of(table).formatArn({ service: 'ses', resource: 'identity', resourceName });
    // the account has no resource name
    return [allow(['ses:GetEmailIdentity'], [identity]), allow(['ses:GetAccount'], ['*'])];
  },
  CreateUsers: ({ pool }) => [
    allow(
      ['cognito-idp:AdminAddUserToGroup', 'cognito-idp:AdminCreateUser', 'cognito-idp:AdminGetUser'],
      [pool.userPoolArn],
    ),
  ],
  SetUserPasswords: ({ pool }) => [allow(['cognito-idp:AdminSetUserPassword'], [pool.userPoolArn])],
  DeleteUsers: ({ pool }) => [allow(['cognito-idp:AdminDeleteUser'], [pool.userPoolArn])],
  UpdateUserEmails: ({ pool }) => [allow(['cognito-idp:AdminUpdateUserAttributes'], [pool.userPoolArn])],
  InitiateAuth: ({ pool }) => [allow(['cognito-idp:AdminInitiateAuth'], [pool.userPoolArn])],
  RespondToAuthChallenge: ({ pool }) => [
    allow(['cognito-idp:AdminRespondToAuthChallenge'], [pool.userPoolArn]),
  ],
  GetUserMfa: ({ pool }) => [allow(['cognito-idp:AdminGetUser'], [pool.userPoolArn])],
  SignOutUsers: ({ pool }) => [allow(['cognito-idp:AdminUserGlobalSignOut'], [pool.userPoolArn])],
  SetUserMfa: ({ pool }) => [allow(['cognito-idp:AdminSetUserMFAPreference'], [pool.userPoolArn])],
  ReplaceUserPasswords: ({ pool }) => [
    allow(['cognito-idp:AdminSetUserPassword', 'cognito-idp:AdminUserGlobalSignOut'], [pool.userPoolArn]),
  ],
  SendAccountJobs: ({ jobs }) => [allow(['sqs:SendMessage'], [jobs.accounts.queueArn])],
  SendEmailJobs: ({ jobs }) => [allow(['sqs:SendMessage'], [jobs.emails.queueArn])],
  SendDataJobs: ({ jobs }) => [allow(['sqs:SendMessage'], [jobs.data.queueArn])],
  SendToFailedJobs: ({ failedJobs }) => [allow(['sqs:SendMessage'], [failedJobs.queueArn])],
  CountFailedJobs: ({ failedJobs }) => [allow(['sqs:GetQueueAttributes'], [failedJobs.queueArn])],
  TakeFailedJobs: ({ failedJobs }) => [
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage'], [failedJobs.queueArn]),
  ],
};

export const statementsFor = (
  may: Iterable<Permission>,
  resources: Resources,
  modules: ReadonlySet<string>,
): PolicyStatement[] => [...new Set(may)].flatMap((name) => permissions[name](resources, modules));

import { configurationSetName } from './email-events.ts';
import type { Permission } from './permission.ts';
import type { Resources } from './permissions.ts';

/** Environment variables that functions read (functions/platform, functions/table/client.ts). */
const environmentOf = (of: Resources): Record<string, string> => ({
  STAGE: of.stage,
  RELEASE: of.release,
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
  BANK_SETTINGS: of.bankSettings,
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
  ADMINISTRATORS_NEED_APP: of.administratorsNeedApp ? 'on' : 'off',
  FEATURE_FLAGS: JSON.stringify(of.flags),
  ALARMS_TOLD: of.hasAlarmRecipient ? 'on' : 'off',
  CDN_SECRET: of.cdnSecret,
  SITE_ADDRESS: of.siteAddress,
});

/** Variables of every function; a rollback finds releases by them (infra/operate/rollback.ts). */
const onAll = ['STAGE', 'RELEASE'];

/** Bucket names, given only to functions with one of these permissions. */
const permissionsByVariable: Readonly<Record<string, readonly Permission[]>> = {
  FILES_BUCKET: ['read files', 'add files', 'store files'],
  AGREEMENTS_BUCKET: ['read agreements', 'store agreements'],
  OUTBOX_BUCKET: ['read bank files', 'store bank files'],
};

/** Reports whether a function with these permissions receives a variable. Other variables follow from its code. */
const isPermitted = (name: string, may: readonly Permission[]): boolean =>
  permissionsByVariable[name]?.some((permission) => may.includes(permission)) ?? true;

/** Returns a function's environment: variables that its code reads and its permissions allow. */
export const environmentFor = (
  code: string,
  may: readonly Permission[],
  of: Resources,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environmentOf(of)).filter(
      ([name]) => onAll.includes(name) || (isPermitted(name, may) && new RegExp(`\\b${name}\\b`).test(code)),
    ),
  );

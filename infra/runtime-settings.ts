import { configurationSetName } from './email-events.ts';
import type { Resources } from './permissions.ts';

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

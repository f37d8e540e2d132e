import { trialBankSettings } from '../../../shared/bank-files/bank-settings.ts';

/** The environment of a deployed function on the cloud in memory (test/support/cloud.ts). */
export const memoryEnvironment = (): Record<string, string> => ({
  STAGE: 'local',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'memory',
  AWS_SECRET_ACCESS_KEY: 'memory',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://table.test',
  AWS_ENDPOINT_URL_S3: 'http://files.test',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'http://people.test',
  AWS_ENDPOINT_URL_SESV2: 'http://mail.test',
  S3_PATH_STYLE: 'true',
  FILES_BUCKET: 'wellport-files',
  AGREEMENTS_BUCKET: 'wellport-agreements',
  OUTBOX_BUCKET: 'wellport-outbox',
  USER_POOL_ID: 'memory_wellport',
  USER_POOL_CLIENT_ID: 'wellport-web',
  WEBHOOKS_TO_LOCALHOST: 'on',
  SITE_ADDRESS: 'http://localhost:4000',
  SECRETS_FILE: 'test/support/memory/secrets.json',
  // most tests use one administrator; tests of two-person approval set this themselves
  BANK_SETTINGS: JSON.stringify(trialBankSettings({ oneAdministrator: true })),
});

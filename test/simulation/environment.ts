import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';

/** Address of a worker's queue in the simulated cloud. */
export const queueAddress = (worker: string): string => `queue of ${worker}`;

/** Writes the same secrets for every simulation, because encrypted state depends on them. */
function secretsFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'simulation-')), 'secrets.json');
  const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64');
  writeFileSync(
    file,
    JSON.stringify({ fingerprintKey: key('a'), invitationKey: key('b'), vaultKey: key('c') }),
  );
  return file;
}

/** One administrator is sufficient for small files; files above $400 need two. New accounts of clubs need prenotes. */
function bankSettings() {
  const settings = trialBankSettings({ oneAdministrator: true });
  const prenotes = { ...settings.prenotes, facilityDeposit: true };
  return { ...settings, prenotes, twoPersons: { ...settings.twoPersons, above: 400_00 } };
}

/** Sets the environment of the portal's functions on a simulated cloud; before any of them is loaded. */
export function setEnvironment(): void {
  Object.assign(process.env, {
    STAGE: 'simulation',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'simulated',
    AWS_SECRET_ACCESS_KEY: 'simulated',
    TABLE_NAME: 'wellport',
    OUTBOX_BUCKET: 'wellport-outbox',
    FILES_BUCKET: 'wellport-files',
    AGREEMENTS_BUCKET: 'wellport-agreements',
    USER_POOL_ID: 'pool',
    USER_POOL_CLIENT_ID: 'client',
    SITE_ADDRESS: 'https://wellport.test',
    SECRETS_FILE: secretsFile(),
    BANK_SETTINGS: JSON.stringify(bankSettings()),
    ACCOUNT_JOBS_URL: queueAddress('accounts'),
    EMAIL_JOBS_URL: queueAddress('emails'),
    DATA_JOBS_URL: queueAddress('data'),
    FAILED_JOBS_URL: 'failed',
  });
}

import { downloadOfAnySize as download } from './bank-file-grants.ts';
import { grant } from './permissions.ts';

/** Permissions of visits beyond the default; see grants.ts. */
export const visitGrants = {
  'visits.download': download,
  'visits.reportMissing': grant('Emails the managers about a waiting report.', 'SendEmailJobs'),
  'visits.answerReport': grant('Emails the member the outcome of the report.', 'SendEmailJobs'),
  'visits.importCheckIns': grant(
    'Stores the uploaded rows and starts the import job.',
    'PutFiles',
    'SendDataJobs',
  ),
  'visits.certifyPass': grant('Derives the server’s key of the pass.', 'GetSecrets'),
  'visits.offeredWallets': grant('Reads which wallets are configured.', 'GetSecrets'),
  'visits.appleWalletPass': grant('Signs the pass with the certificate in the secrets.', 'GetSecrets'),
  'visits.googleWalletPass': grant('Signs the pass with the key in the secrets.', 'GetSecrets'),
  'visits.scanPass': grant(
    'Computes the expected code of the phone, and starts the emails that the member selected.',
    'GetSecrets',
    'SendEmailJobs',
  ),
  'visits.stopEmails': grant('Verifies the link of the email.', 'GetSecrets'),
};

import { downloadOfAnySize as download } from './bank-file-grants.ts';
import { grant } from './permission.ts';

/** Permissions of visits beyond the default; see grants.ts. */
export const visitGrants = {
  'visits.download': download,
  'visits.reportMissing': grant('Emails the managers about a waiting report.', 'begin email jobs'),
  'visits.answerReport': grant('Emails the member the outcome of the report.', 'begin email jobs'),
  'visits.importCheckIns': grant(
    'Stores the uploaded rows and starts the import job.',
    'add files',
    'begin data jobs',
  ),
  'visits.certifyPass': grant('Derives the server’s key of the pass.', 'read the secrets'),
  'visits.offeredWallets': grant('Reads which wallets are configured.', 'read the secrets'),
  'visits.appleWalletPass': grant('Signs the pass with the certificate in the secrets.', 'read the secrets'),
  'visits.googleWalletPass': grant('Signs the pass with the key in the secrets.', 'read the secrets'),
  'visits.scanPass': grant(
    'Computes the expected code of the phone, and starts the emails that the member selected.',
    'read the secrets',
    'begin email jobs',
  ),
  'visits.stopEmails': grant('Verifies the link of the email.', 'read the secrets'),
};

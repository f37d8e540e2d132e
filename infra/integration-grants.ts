import { grant } from './permission.ts';

const webhookSecret = grant(
  'Derives the secret that is shown once, and notifies the owner.',
  'read the secrets',
  'send email',
);
const newAccess = grant('Notifies the owner of new access.', 'send email');

/** Permissions of integrations beyond the default; see grants.ts. */
export const integrationGrants = {
  'integrations.addWebhook': webhookSecret,
  'integrations.rotateWebhookSecret': webhookSecret,
  'integrations.saveWebhook': newAccess,
  'integrations.createClient': newAccess,
  'integrations.addSecret': newAccess,
  'integrations.token': grant('Signs access tokens of API clients.', 'read the secrets'),
  'integrations.sendBatch': grant('Stores the rows and starts their job.', 'add files', 'begin email jobs'),
  'integrations.batchResults': grant('Returns the rows that the job stored.', 'read files'),
  'integrations.batchErrors': grant('Returns the rows that the job stored.', 'read files'),
  'integrations.takeCheckIn': grant('Starts the emails that the member selected.', 'begin email jobs'),
  'integrations.takeCheckIns': grant('Starts the emails that the members selected.', 'begin email jobs'),
};

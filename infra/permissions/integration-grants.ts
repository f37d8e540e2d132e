import { grant } from './permissions.ts';

const webhookSecret = grant(
  'Derives the secret that is shown once, and notifies the owner.',
  'GetSecrets',
  'SendEmail',
);
const newAccess = grant('Notifies the owner of new access.', 'SendEmail');

/** Permissions of integrations beyond the default; see grants.ts. */
export const integrationGrants = {
  'integrations.addWebhook': webhookSecret,
  'integrations.rotateWebhookSecret': webhookSecret,
  'integrations.saveWebhook': newAccess,
  'integrations.createClient': newAccess,
  'integrations.revokeCreated': grant(
    'Removes the logins of users whom a removed user added, and emails the users responsible.',
    'DeleteUsers',
    'SendEmail',
  ),
  'integrations.addSecret': newAccess,
  'integrations.token': grant('Signs access tokens of API clients.', 'GetSecrets'),
  'integrations.sendBatch': grant('Stores the rows and starts their job.', 'PutFiles', 'SendEmailJobs'),
  'integrations.batchResults': grant('Returns the rows that the job stored.', 'GetFiles'),
  'integrations.batchErrors': grant('Returns the rows that the job stored.', 'GetFiles'),
  'integrations.takeCheckIn': grant('Starts the emails that the member selected.', 'SendEmailJobs'),
  'integrations.takeCheckIns': grant('Starts the emails that the members selected.', 'SendEmailJobs'),
};

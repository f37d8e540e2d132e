import type { EndpointName } from '../build/handlers.ts';
import { grant, type Grant } from './permissions.ts';
import { downloadOfAnySize as download, bankFileGrants } from './bank-file-grants.ts';

const privacyGrants: Partial<Record<EndpointName, Grant>> = {
  'privacy.withdrawHealthConsent': grant('Emails the member about the withdrawal.', 'SendEmailJobs'),
  'privacy.fileOwnCase': grant('Emails the confirmation of receipt.', 'SendEmail'),
  'privacy.fileAsGuest': grant('Verifies the captcha and emails the link.', 'SendEmail', 'GetSecrets'),
  'privacy.confirmRequest': grant('Emails the confirmation of receipt.', 'SendEmail'),
  'privacy.extendCase': grant('Emails the reason and the new deadline.', 'SendEmail'),
  'privacy.exportFile': grant(
    'Returns archived visits and signed agreements of the person.',
    'GetFiles',
    'GetAgreements',
  ),
  'privacy.erase': grant(
    'Removes the login of the person, and finds the last payroll file that names the person.',
    'DeleteUsers',
    'GetFiles',
  ),
  'privacy.notifyRecipients': grant('Emails partners and clubs.', 'SendEmail'),
  'privacy.closeCase': grant('Emails the answer to the requester.', 'SendEmail'),
};

/** Permissions of visits beyond the default; see grants.ts. */
const visitGrants = {
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

const webhookSecret = grant(
  'Derives the secret that is shown once, and notifies the owner.',
  'GetSecrets',
  'SendEmail',
);
const newAccess = grant('Notifies the owner of new access.', 'SendEmail');

/** Permissions of integrations beyond the default; see grants.ts. */
const integrationGrants = {
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

const signOnSetting = grant('Emails everyone responsible about the change.', 'SendEmail');

/** Permissions of single sign-on beyond the default; see grants.ts. */
const singleSignOnGrants = {
  'singleSignOn.startLogin': grant('Opens the stored secret of the provider.', 'GetSecrets'),
  'singleSignOn.completeLogin': grant(
    'Opens the secret of the provider, creates the login of an invited member, logs the user in without a password, and emails the link that connects an account.',
    'GetSecrets',
    'CreateUsers',
    'InitiateAuth',
    'RespondToAuthChallenge',
    'SetUserPasswords',
    'SendEmail',
  ),
  'singleSignOn.confirmLink': grant('Notifies the user of the connected account.', 'SendEmail'),
  'singleSignOn.completeOwnLogin': grant('Opens the stored secret of the provider.', 'GetSecrets'),
  'singleSignOn.beginProviderProof': grant('Opens the stored secret of the provider.', 'GetSecrets'),
  'singleSignOn.saveProvider': grant(
    'Encrypts the secret of the provider, and emails everyone responsible.',
    'GetSecrets',
    'SendEmail',
  ),
  'singleSignOn.tryProvider': grant('Opens the stored secret of the provider.', 'GetSecrets'),
  'singleSignOn.confirmProvider': signOnSetting,
  'singleSignOn.discardProvider': signOnSetting,
  'singleSignOn.turnOff': signOnSetting,
  'singleSignOn.addDomain': signOnSetting,
  'singleSignOn.proveDomain': signOnSetting,
  'singleSignOn.removeDomain': signOnSetting,
} satisfies Partial<Record<EndpointName, Grant>>;

const inviteByLink = grant(
  'Creates the login and emails the link to choose a password.',
  'CreateUsers',
  'SendEmail',
);
const removeLogin = grant(
  'Removes the login after the record is disabled, and emails the users responsible.',
  'DeleteUsers',
  'SendEmail',
);
const invitationHash = grant('Computes the hash of an invitation link.', 'GetSecrets');
const fullNumbers = grant(
  'Returns the full numbers to an administrator after recording the access.',
  'DecryptBankAccounts',
  'WriteTable',
);
const saveAccount = grant(
  'Seals the entered account and starts the job that notifies its owner.',
  'EncryptBankAccounts',
  'SendEmailJobs',
);
const importRows = grant('Stores the uploaded rows and starts the import job.', 'PutFiles', 'SendDataJobs');

/**
 * Permissions beyond the default (a GET reads the table, other methods read and write it). Unknown endpoint names do
 * not compile; test/infra fails for a missing or unused row.
 */
export const grants: Partial<Record<EndpointName, Grant>> = {
  'settings.checklist': grant('Queries the state of the email service.', 'GetEmailIdentity'),
  'site.healthParts': grant('Checks the bucket and the key.', 'GetFiles', 'DescribeVaultKey'),
  'site.contactUs': grant('Verifies the captcha and emails the message.', 'SendEmail', 'GetSecrets'),
  'site.nominateClub': grant('Verifies the captcha and emails the club.', 'SendEmail', 'GetSecrets'),
  'users.stepUp': grant('Verifies password and code again.', 'InitiateAuth', 'RespondToAuthChallenge'),
  'users.endUserSessions': grant('Revokes the refresh tokens of the user.', 'SignOutUsers'),
  'users.login': grant(
    'Verifies name and password with the pool, and the captcha of a crowd.',
    'InitiateAuth',
    'GetSecrets',
  ),
  'users.loginOnDevice': grant('Verifies name and password with the pool.', 'InitiateAuth'),
  'users.loginCode': grant('Verifies the code with the pool.', 'RespondToAuthChallenge'),
  'users.loginPasskey': grant('Verifies the password with the pool.', 'InitiateAuth'),
  'users.addPasskey': grant('Notifies the user of the passkey.', 'SendEmail'),
  'users.removePasskey': grant('Notifies the user of the removal.', 'SendEmail'),
  'users.refreshSession': grant('Exchanges the refresh token with the pool.', 'InitiateAuth'),
  'users.secondFactor': grant('Reads whether the user has a second factor.', 'GetUserMfa'),
  'users.beginSecondFactor': grant('Verifies the password for a new key.', 'InitiateAuth'),
  'users.turnOnSecondFactor': grant(
    'Verifies the password, enables the second factor, ends other sessions, and notifies the user.',
    'InitiateAuth',
    'SendEmail',
    'SetUserMfa',
    'SignOutUsers',
  ),
  'users.turnOffSecondFactor': grant(
    'Verifies password and code, disables the second factor, and notifies the user.',
    'InitiateAuth',
    'SendEmail',
    'RespondToAuthChallenge',
    'SetUserMfa',
  ),
  'users.resetPassword': grant('Verifies the captcha and emails a code.', 'SendEmail', 'GetSecrets'),
  'users.confirmPassword': grant(
    'Sets the password, ends all sessions, and notifies the user.',
    'ReplaceUserPasswords',
    'SendEmail',
  ),
  'users.changePassword': grant(
    'Verifies and replaces the password, and notifies the user.',
    'InitiateAuth',
    'ReplaceUserPasswords',
    'SendEmail',
  ),
  'users.setPin': grant('Notifies the administrator, or all of them, of the new PIN.', 'SendEmail'),
  'users.acceptInvitation': grant(
    'Sets the first password of an invited user, and notifies the user.',
    'ReplaceUserPasswords',
    'SendEmail',
  ),
  'partners.save': grant('Notifies the owner of a replaced contact email.', 'SendEmail'),
  'partners.saveBankingInfo': saveAccount,
  'partners.saveBillingInfo': saveAccount,
  'partners.releaseBankAccount': grant('Starts the job that notifies the partner.', 'SendEmailJobs'),
  'partners.withdrawBankAccount': grant('Starts the job that notifies the partner.', 'SendEmailJobs'),
  'partners.bankAccountDetails': fullNumbers,
  'administrators.invite': inviteByLink,
  'administrators.approve': grant('Emails the link to choose a password.', 'SendEmail'),
  'administrators.allowFullNumbers': grant('Notifies the other administrators.', 'SendEmail'),
  'administrators.remove': grant(
    'Removes the login and notifies the administrators.',
    'DeleteUsers',
    'SendEmail',
  ),
  'administrators.cancelRemoval': grant('Notifies the administrators of the canceled removal.', 'SendEmail'),
  'managers.create': grant(
    'Creates a login with the entered password, and notifies the owner.',
    'CreateUsers',
    'SetUserPasswords',
    'SendEmail',
  ),
  'managers.invite': inviteByLink,
  'managers.update': grant('Emails the link that confirms a new address.', 'SendEmail'),
  'managers.delete': removeLogin,
  'managers.confirmEmail': grant(
    'Replaces the user name, ends all sessions, and notifies the replaced address.',
    'UpdateUserEmails',
    'ReplaceUserPasswords',
    'SendEmail',
  ),
  'employees.signUp': grant('Verifies the captcha and emails the link.', 'SendEmail', 'GetSecrets'),
  'employees.createKeyFobs': grant('Starts the job that adds a range of key fobs.', 'SendDataJobs'),
  'employees.upload': importRows,
  'employees.fixRows': importRows,
  'employees.discardRows': grant('Emails the manager who uploaded the rows.', 'SendEmail'),
  'employees.excelReport': download,
  'employees.memberList': download,
  'employees.bulk': grant('Stores the selection and starts its job.', 'PutFiles', 'SendEmailJobs'),
  'employees.beginRosterChange': grant('Stores the file and starts its job.', 'PutFiles', 'SendEmailJobs'),
  'employees.discardRosterChange': grant('Emails the user who confirmed the file.', 'SendEmail'),
  'employees.uploadRosterPart': grant('Stores a part of a large file.', 'PutFiles'),
  'employees.importRoster': grant(
    'Joins the parts, stores the file, and starts its job.',
    'GetFiles',
    'PutFiles',
    'SendEmailJobs',
  ),
  'employees.rosterFileColumns': grant('Returns the columns that the job stored.', 'GetFiles'),
  'employees.readRosterFile': grant('Starts the job that reads the file again.', 'SendEmailJobs'),
  'employees.rosterChangeRows': grant('Returns the rows that the job stored.', 'GetFiles'),
  'employees.confirmRosterChange': grant(
    'Stores the excluded rows, starts the job that applies the others, and emails the user who confirmed the file.',
    'PutFiles',
    'SendEmailJobs',
    'SendEmail',
  ),
  'employees.undoRosterChange': grant(
    'Starts the job that reverts the change, and emails the user who confirmed the file.',
    'SendDataJobs',
    'SendEmail',
  ),
  'employees.invite': grant('Starts the job that sends the invitations.', 'SendEmailJobs'),
  'employees.sendInvitation': grant('Creates and emails the link.', 'SendEmail', 'GetSecrets'),
  'employees.deleteEnrollment': invitationHash,
  'employees.changeEmail': invitationHash,
  'facilities.importClubs': grant(
    'Stores the sealed rows of the file, which contain bank accounts, and starts the import job.',
    'EncryptBankAccounts',
    'PutFiles',
    'SendAccountJobs',
  ),
  'facilities.save': grant('Starts the job that updates the facility at its members.', 'SendDataJobs'),
  'facilities.saveBankingInfo': grant(
    'Seals the entered bank account, and emails the managers of the facility.',
    'EncryptBankAccounts',
    'SendEmailJobs',
  ),
  'facilities.saveOwnBankAccount': grant(
    'Seals the entered bank account, and emails the managers of the facility and the administrators.',
    'EncryptBankAccounts',
    'SendEmailJobs',
    'SendEmail',
  ),
  'facilities.bankAccountDetails': fullNumbers,
  'facilities.inviteManager': inviteByLink,
  'facilities.removeManager': removeLogin,
  'members.transfer': grant(
    'Stores the selected IDs and starts the jobs that transfer and email the members.',
    'PutFiles',
    'SendDataJobs',
    'SendEmailJobs',
  ),
  'members.sendRequest': grant('Emails the administrators or managers who decide.', 'SendEmail'),
  'members.ending': grant('Contains the code that signs links of emails.', 'GetSecrets'),
  'members.end': grant(
    'Emails the member the confirmation with signed links, managers the end, and administrators money that is due.',
    'SendEmail',
    'SendEmailJobs',
    'GetSecrets',
  ),
  'members.pause': grant('Emails the member the pause.', 'SendEmailJobs'),
  'members.resume': grant('Emails the member the end of the pause.', 'SendEmailJobs'),
  'members.answerRequest': grant('Emails the member the outcome of the request.', 'SendEmailJobs'),
  'enrollment.acceptInvitation': grant('Creates the member’s login.', 'CreateUsers', 'SetUserPasswords'),
  'enrollment.joinWithInvitation': grant(
    'Emails the member that the log-in of the employer was connected.',
    'SendEmail',
  ),
  'enrollment.agreementToRead': grant('Computes the displayed code.', 'GetSecrets'),
  'enrollment.agreementPreview': grant('Computes the code in the PDF.', 'GetSecrets'),
  'enrollment.recordConsent': grant('Compares the entered code with the displayed one.', 'GetSecrets'),
  'enrollment.enroll': grant(
    'Seals the entered bank account, stores the signed agreement, and announces later dues.',
    'EncryptBankAccounts',
    'PutAgreements',
    'SendEmailJobs',
  ),
  'enrollment.resign': grant(
    'Stores account and agreement, and emails the member.',
    'EncryptBankAccounts',
    'PutAgreements',
    'SendEmailJobs',
  ),
  'accounts.withdrawAuthorization': grant(
    'Emails the member and managers and revokes an invitation link by its hash.',
    'SendEmail',
    'SendEmailJobs',
    'GetSecrets',
  ),
  'accounts.stopWithdrawal': grant('Emails the member about the stop.', 'SendEmailJobs'),
  'accounts.saveDepositAccount': saveAccount,
  'accounts.saveBankingInfo': saveAccount,
  'files.get': grant('Returns a signed agreement to an authorized user.', 'GetAgreements'),
  'groupMemberships.update': grant(
    'Starts the jobs that email members and generate facility payments again.',
    'SendEmailJobs',
    'SendDataJobs',
  ),
  'jobs.list': grant('Counts the failed messages.', 'CountFailedJobs'),
  'jobs.redrive': grant(
    'Takes the failed messages and sends them to the workers.',
    'TakeFailedJobs',
    'SendAccountJobs',
    'SendEmailJobs',
    'SendDataJobs',
  ),
  'jobs.resume': grant('Sends the worker a message.', 'SendEmailJobs', 'SendDataJobs'),
  'jobs.file': grant('Signs the address of a finished download.', 'GetFiles'),
  'vouchers.downloadRedemptions': download,
  'vouchers.saveProgram': grant('Stores the logo of a voucher program.', 'PutFiles'),
  'vouchers.uploadRecipients': grant('Stores rows and starts their import.', 'PutFiles', 'SendEmailJobs'),
  'vouchers.preview': grant('Returns logo and link of a recipient.', 'GetFiles', 'GetSecrets'),
  'vouchers.publish': grant('Starts the job that sends the vouchers.', 'SendEmailJobs'),
  'vouchers.resend': grant('Starts the job that sends one voucher again.', 'SendEmailJobs'),
  'vouchers.correctEmail': grant('Creates and sends a new link.', 'SendEmailJobs', 'GetSecrets'),
  'vouchers.recipientPdf': grant('Prints the program’s logo on the voucher.', 'GetFiles'),
  'vouchers.logo': grant('Returns the logo of a voucher program.', 'GetFiles'),
  ...integrationGrants,
  ...singleSignOnGrants,
  ...privacyGrants,
  ...visitGrants,
  ...bankFileGrants,
};

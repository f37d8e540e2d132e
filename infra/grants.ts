import type { EndpointName } from './handlers.ts';
import { bankFileGrants, downloadOfAnySize as download } from './bank-file-grants.ts';
import { integrationGrants } from './integration-grants.ts';
import { privacyGrants } from './privacy-grants.ts';
import { grant, type Grant } from './permission.ts';
import { visitGrants } from './visit-grants.ts';

const inviteByLink = grant(
  'Creates the login and emails the link to choose a password.',
  'add people',
  'send email',
);
const removeLogin = grant('Removes the login after the record is disabled.', 'remove people');
const invitationHash = grant('Computes the hash of an invitation link.', 'read the secrets');
const fullNumbers = grant(
  'Returns the full numbers to an administrator after recording the access.',
  'open bank accounts',
  'write the table',
);
const saveAccount = grant(
  'Seals the entered account and starts the job that notifies its owner.',
  'seal bank accounts',
  'begin email jobs',
);
const importRows = grant(
  'Stores the uploaded rows and starts the import job.',
  'add files',
  'begin data jobs',
);

/**
 * Permissions beyond the default (a GET reads the table, other methods read and write it). Unknown endpoint names do
 * not compile; test/infra fails for a missing or unused row.
 */
export const grants: Partial<Record<EndpointName, Grant>> = {
  'settings.checklist': grant('Queries the state of the email service.', 'see the sender'),
  'site.healthParts': grant('Checks the bucket and the key.', 'read files', 'see the vault key'),
  'site.contactUs': grant('Verifies the captcha and emails the message.', 'send email', 'read the secrets'),
  'site.nominateClub': grant('Verifies the captcha and emails the club.', 'send email', 'read the secrets'),
  'users.stepUp': grant('Verifies password and code again.', 'sign people in', 'end sign-ins by code'),
  'users.endUserSessions': grant('Revokes the refresh tokens of the user.', 'end sessions'),
  'users.login': grant(
    'Verifies name and password with the pool, and the captcha of a crowd.',
    'sign people in',
    'read the secrets',
  ),
  'users.loginOnDevice': grant('Verifies name and password with the pool.', 'sign people in'),
  'users.loginCode': grant('Verifies the code with the pool.', 'end sign-ins by code'),
  'users.loginPasskey': grant('Verifies the password with the pool.', 'sign people in'),
  'users.addPasskey': grant('Notifies the user of the passkey.', 'send email'),
  'users.removePasskey': grant('Notifies the user of the removal.', 'send email'),
  'users.refreshSession': grant('Exchanges the refresh token with the pool.', 'sign people in'),
  'users.secondFactor': grant('Reads whether the user has a second factor.', 'see second factors'),
  'users.beginSecondFactor': grant('Verifies the password for a new key.', 'sign people in'),
  'users.turnOnSecondFactor': grant(
    'Verifies the password, enables the second factor, ends other sessions, and notifies the user.',
    'sign people in',
    'send email',
    'set second factors',
    'end sessions',
  ),
  'users.turnOffSecondFactor': grant(
    'Verifies password and code, disables the second factor, and notifies the user.',
    'sign people in',
    'send email',
    'end sign-ins by code',
    'set second factors',
  ),
  'users.resetPassword': grant('Verifies the captcha and emails a code.', 'send email', 'read the secrets'),
  'users.confirmPassword': grant(
    'Sets the password, ends all sessions, and notifies the user.',
    'replace passwords',
    'send email',
  ),
  'users.changePassword': grant(
    'Verifies and replaces the password, and notifies the user.',
    'sign people in',
    'replace passwords',
    'send email',
  ),
  'users.setPin': grant('Notifies the administrator of the new PIN.', 'send email'),
  'users.acceptInvitation': grant(
    'Sets the first password of an invited user, and notifies the user.',
    'replace passwords',
    'send email',
  ),
  'partners.saveBankingInfo': saveAccount,
  'partners.saveBillingInfo': saveAccount,
  'partners.bankAccountDetails': fullNumbers,
  'administrators.invite': inviteByLink,
  'administrators.approve': grant('Emails the link to choose a password.', 'send email'),
  'administrators.allowFullNumbers': grant('Notifies the other administrators.', 'send email'),
  'administrators.remove': grant(
    'Removes the login and notifies the administrators.',
    'remove people',
    'send email',
  ),
  'administrators.cancelRemoval': grant('Notifies the administrators of the canceled removal.', 'send email'),
  'payments.payAgain': grant('Notifies the administrators who can approve the request.', 'send email'),
  'managers.create': grant(
    'Creates a login with the entered password, and notifies the owner.',
    'add people',
    'set passwords',
    'send email',
  ),
  'managers.invite': inviteByLink,
  'managers.update': grant('Emails the link that confirms a new address.', 'send email'),
  'managers.delete': removeLogin,
  'managers.confirmEmail': grant(
    'Replaces the user name, ends all sessions, and notifies the replaced address.',
    'change addresses',
    'replace passwords',
    'send email',
  ),
  'employees.createKeyFobs': grant('Starts the job that adds a range of key fobs.', 'begin data jobs'),
  'employees.upload': importRows,
  'employees.fixRows': importRows,
  'employees.excelReport': download,
  'employees.memberList': download,
  'employees.bulk': grant('Stores the selection and starts its job.', 'add files', 'begin email jobs'),
  'employees.beginRosterChange': grant(
    'Stores the file and starts its job.',
    'add files',
    'begin email jobs',
  ),
  'employees.uploadRosterPart': grant('Stores a part of a large file.', 'add files'),
  'employees.importRoster': grant(
    'Joins the parts, stores the file, and starts its job.',
    'read files',
    'add files',
    'begin email jobs',
  ),
  'employees.rosterFileColumns': grant('Returns the columns that the job stored.', 'read files'),
  'employees.readRosterFile': grant('Starts the job that reads the file again.', 'begin email jobs'),
  'employees.rosterChangeRows': grant('Returns the rows that the job stored.', 'read files'),
  'employees.confirmRosterChange': grant(
    'Stores the excluded rows and starts the job that applies the others.',
    'add files',
    'begin email jobs',
  ),
  'employees.undoRosterChange': grant('Starts the job that reverts the change.', 'begin data jobs'),
  'employees.invite': grant('Starts the job that sends the invitations.', 'begin email jobs'),
  'employees.sendInvitation': grant('Creates and emails the link.', 'send email', 'read the secrets'),
  'employees.deleteEnrollment': invitationHash,
  'employees.changeEmail': invitationHash,
  'facilities.importClubs': grant(
    'Stores the sealed rows of the file, which contain bank accounts, and starts the import job.',
    'seal bank accounts',
    'add files',
    'begin account jobs',
  ),
  'facilities.save': grant('Starts the job that updates the facility at its members.', 'begin data jobs'),
  'facilities.saveBankingInfo': grant('Seals the entered bank account.', 'seal bank accounts'),
  'facilities.bankAccountDetails': fullNumbers,
  'facilities.inviteManager': inviteByLink,
  'facilities.removeManager': removeLogin,
  'members.transfer': grant(
    'Stores the selected IDs and starts the jobs that transfer and email the members.',
    'add files',
    'begin data jobs',
    'begin email jobs',
  ),
  'members.sendRequest': grant('Emails the administrators or managers who decide.', 'send email'),
  'members.answerRequest': grant('Emails the member the outcome of the request.', 'begin email jobs'),
  'enrollment.acceptInvitation': grant('Creates the member’s login.', 'add people', 'set passwords'),
  'enrollment.agreementToRead': grant('Computes the displayed code.', 'read the secrets'),
  'enrollment.agreementPreview': grant('Computes the code in the PDF.', 'read the secrets'),
  'enrollment.recordConsent': grant('Compares the entered code with the displayed one.', 'read the secrets'),
  'enrollment.enroll': grant(
    'Seals the entered bank account, stores the signed agreement, and announces later dues.',
    'seal bank accounts',
    'store agreements',
    'begin email jobs',
  ),
  'enrollment.resign': grant('Stores account and agreement.', 'seal bank accounts', 'store agreements'),
  'accounts.withdrawAuthorization': grant(
    'Emails the member and revokes an invitation link by its hash.',
    'begin email jobs',
    'read the secrets',
  ),
  'accounts.stopWithdrawal': grant('Emails the member about the stop.', 'begin email jobs'),
  'accounts.saveDepositAccount': saveAccount,
  'accounts.saveBankingInfo': saveAccount,
  'files.get': grant('Returns a signed agreement to an authorized user.', 'read agreements'),
  'groupMemberships.update': grant(
    'Starts the jobs that email members and generate facility payments again.',
    'begin email jobs',
    'begin data jobs',
  ),
  'jobs.resume': grant('Sends the worker a message.', 'begin email jobs', 'begin data jobs'),
  'jobs.file': grant('Signs the address of a finished download.', 'read files'),
  'vouchers.downloadRedemptions': download,
  'vouchers.saveProgram': grant('Stores the logo of a voucher program.', 'add files'),
  'vouchers.uploadRecipients': grant('Stores rows and starts their import.', 'add files', 'begin email jobs'),
  'vouchers.preview': grant('Returns logo and link of a recipient.', 'read files', 'read the secrets'),
  'vouchers.publish': grant('Starts the job that sends the vouchers.', 'begin email jobs'),
  'vouchers.resend': grant('Starts the job that sends one voucher again.', 'begin email jobs'),
  'vouchers.correctEmail': grant('Creates and sends a new link.', 'begin email jobs', 'read the secrets'),
  'vouchers.recipientPdf': grant('Prints the program’s logo on the voucher.', 'read files'),
  'vouchers.logo': grant('Returns the logo of a voucher program.', 'read files'),
  ...integrationGrants,
  ...privacyGrants,
  ...visitGrants,
  ...bankFileGrants,
};

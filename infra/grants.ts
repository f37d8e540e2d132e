import { clubGrants } from './facility-grants.ts';
import type { EndpointName } from './handlers.ts';
import type { Permission } from './permission.ts';
import { bankFileGrants } from './bank-file-grants.ts';
import { downloadOfAnySize } from './download-grant.ts';
import { memberGrants } from './member-grants.ts';
import { rosterGrants } from './roster-grants.ts';
import { voucherGrants } from './voucher-grants.ts';

export interface Grant {
  may: readonly [Permission, ...Permission[]];
  why: string;
}

type BeginsJobs = Extract<Permission, `begin ${string}`>;
const beginsJob = (why: string, ...may: [BeginsJobs, ...BeginsJobs[]]): Grant => ({ may, why });

/**
 * Permissions beyond the default (a GET reads the table, other methods read and write it). Unknown endpoint names do
 * not compile; test/infra fails for a missing or unused row.
 */
export const grants: Partial<Record<EndpointName, Grant>> = {
  'settings.checklist': {
    may: ['see the sender'],
    why: 'Queries the state of the email service.',
  },
  'users.stepUp': {
    may: ['sign people in', 'end sign-ins by code'],
    why: 'Checks the password and the code with the pool, after counting the attempt.',
  },
  'users.login': {
    may: ['sign people in'],
    why: 'Signs in with name and password at the pool, after counting the attempt.',
  },
  'users.loginCode': {
    may: ['end sign-ins by code'],
    why: 'Verifies the code at the pool, after counting the attempt.',
  },
  'users.secondFactor': {
    may: ['see second factors'],
    why: 'Reads from the pool whether the user has a second factor.',
  },
  'users.beginSecondFactor': {
    may: ['sign people in'],
    why: 'Verifies the password; its access token creates the key, so IAM is not involved.',
  },
  'users.turnOnSecondFactor': {
    may: ['sign people in', 'set second factors', 'end sessions'],
    why: 'Verifies the password and a code of the new key, enables the second factor, and ends other sessions.',
  },
  'users.turnOffSecondFactor': {
    may: ['sign people in', 'end sign-ins by code', 'set second factors'],
    why: 'Verifies the password and the code, and disables the second factor.',
  },
  'users.resetPassword': {
    may: ['send email', 'read the secrets'],
    why: 'Emails the code for a new password and verifies the captcha.',
  },
  'users.confirmPassword': {
    may: ['replace passwords'],
    why: 'Sets the new password and revokes every refresh token of the user.',
  },
  'users.changePassword': {
    may: ['sign people in', 'replace passwords'],
    why: 'Verifies the old password, sets the new one, and revokes every refresh token of the user.',
  },
  'site.healthParts': {
    may: ['read files', 'see the vault key'],
    why: 'Checks that the bucket responds and the key is enabled; decrypts nothing.',
  },
  'site.contactUs': {
    may: ['send email', 'read the secrets'],
    why: 'Emails the message to the responsible team and verifies the captcha.',
  },
  'site.nominateClub': {
    may: ['send email', 'read the secrets'],
    why: 'Emails the nomination and verifies the captcha.',
  },
  'partners.saveBankingInfo': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals the entered account and starts the job that notifies the partner of a replaced one.',
  },
  'partners.saveBillingInfo': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals the entered account and starts the job that notifies the partner of a replaced one.',
  },
  'partners.bankAccountDetails': {
    may: ['open bank accounts', 'write the table'],
    why: 'Returns the full numbers to an administrator after recording the access.',
  },
  'administrators.invite': {
    may: ['add people', 'send email'],
    why: 'Creates the new administrator’s login without a password and emails the link to choose one.',
  },
  'administrators.remove': {
    may: ['remove people', 'send email'],
    why: 'Removes the login after the record is disabled, and notifies the other administrators.',
  },
  'managers.create': {
    may: ['add people', 'set passwords'],
    why: 'Creates the new manager’s login with the entered password.',
  },
  'managers.invite': {
    may: ['add people', 'send email'],
    why: 'Creates the new manager’s login without a password and emails the link to choose one.',
  },
  'managers.update': {
    may: ['send email'],
    why: 'Emails the link that confirms a new address.',
  },
  'managers.delete': {
    may: ['remove people'],
    why: 'Removes the login after the record is disabled.',
  },
  'users.acceptInvitation': {
    may: ['replace passwords'],
    why: 'Sets the first password of an invited user.',
  },
  'managers.confirmEmail': {
    may: ['change addresses', 'replace passwords', 'send email'],
    why: 'Makes the confirmed or restored address the user name, ends all sessions, notifies the replaced address, and invalidates the password when a change is reverted.',
  },
  'employees.createKeyFobs': beginsJob('Starts the job that adds a range of key fobs.', 'begin data jobs'),
  'employees.upload': {
    may: ['add files', 'begin data jobs'],
    why: 'Stores the rows of the uploaded file and starts the import job.',
  },
  'employees.fixRows': {
    may: ['add files', 'begin data jobs'],
    why: 'Stores the corrected rows and starts the import job.',
  },
  ...clubGrants,
  'payments.makePayroll': beginsJob(
    'Starts the job that counts the payments of the year.',
    'begin data jobs',
  ),
  'payments.downloadPayroll': {
    may: ['read files', 'begin data jobs', 'write the table'],
    why: 'Reads the lines of the payroll file, or starts the job that does for a large one.',
  },
  'employees.excelReport': downloadOfAnySize,
  'employees.memberList': downloadOfAnySize,
  'groupMemberships.update': beginsJob(
    'Starts the jobs that email members about changed terms and generate facility payments again.',
    'begin email jobs',
    'begin data jobs',
  ),
  'employees.bulk': {
    may: ['add files', 'begin email jobs'],
    why: 'Stores the selection and starts the job of the action.',
  },
  ...rosterGrants,
  'employees.invite': beginsJob('Starts the job that sends the invitations.', 'begin email jobs'),
  'employees.sendInvitation': {
    may: ['send email', 'read the secrets'],
    why: 'Creates the link with the invitation key and emails it.',
  },
  'employees.deleteEnrollment': {
    may: ['read the secrets'],
    why: 'Revokes the invitation link, whose hash is computed with the invitation key.',
  },
  'employees.changeEmail': {
    may: ['read the secrets'],
    why: 'Creates the invitation link again with the invitation key.',
  },
  ...memberGrants,
  'accounts.saveBankingInfo': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals the entered account, computes its fingerprint, and starts the email to the member.',
  },
  'files.get': {
    may: ['read agreements'],
    why: 'Returns a signed agreement to an authorized user.',
  },
  'jobs.resume': beginsJob(
    'Enqueues a message for the worker to resume the job.',
    'begin email jobs',
    'begin data jobs',
  ),
  'jobs.file': {
    may: ['read files'],
    why: 'Signs the address of a finished download.',
  },
  'vouchers.downloadRedemptions': downloadOfAnySize,
  ...voucherGrants,
  'payments.downloadPartnerPayments': downloadOfAnySize,
  'payments.downloadFacilityPayments': downloadOfAnySize,
  'payments.downloadMemberPayments': downloadOfAnySize,
  ...bankFileGrants,
};

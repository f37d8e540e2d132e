import { clubGrants } from './club-grants.ts';
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
 * The exceptions. Without a row here a GET reads the table and any other method reads and writes it; that is all.
 * A row adds to the rule. A name that is no endpoint does not compile; a handler that needs a row and has none, or has
 * one and does not need it, fails test/infra/grants.test.ts.
 */
export const grants: Partial<Record<EndpointName, Grant>> = {
  'settings.checklist': {
    may: ['see the sender'],
    why: 'Asks the email service whether it takes what the portal sends.',
  },
  'users.stepUp': {
    may: ['sign people in', 'end sign-ins by code'],
    why: 'Checks the password and the code with the pool, after counting the attempt.',
  },
  'users.login': {
    may: ['sign people in'],
    why: 'Hands name and password to the pool, after counting the try.',
  },
  'users.loginCode': {
    may: ['end sign-ins by code'],
    why: 'Hands the code to the pool, after counting the try.',
  },
  'users.secondFactor': {
    may: ['see second factors'],
    why: 'Asks the pool whether it asks this person for a code.',
  },
  'users.beginSecondFactor': {
    may: ['sign people in'],
    why: 'Tries the password; its access token makes the key, so that IAM is not asked.',
  },
  'users.turnOnSecondFactor': {
    may: ['sign people in', 'set second factors', 'end sessions'],
    why: 'Tries the password and a code of the new key, makes the pool ask for codes, and ends other sessions.',
  },
  'users.turnOffSecondFactor': {
    may: ['sign people in', 'set second factors'],
    why: 'Tries the password and makes the pool ask for no codes.',
  },
  'users.resetPassword': {
    may: ['send email', 'read the secrets'],
    why: 'Emails the code for a new password, and asks about the captcha with its secret.',
  },
  'users.confirmPassword': {
    may: ['replace passwords'],
    why: 'Sets the new password and takes back every refresh token of the person.',
  },
  'users.changePassword': {
    may: ['sign people in', 'replace passwords'],
    why: 'Tries the old password, sets the new one, and takes back every refresh token of the person.',
  },
  'site.healthParts': {
    may: ['read files', 'see the vault key'],
    why: 'Looks whether the bucket answers and the key is in use; opens nothing.',
  },
  'site.contactUs': {
    may: ['send email', 'read the secrets'],
    why: 'Emails the message to the desk that can help, and asks about the captcha with its secret.',
  },
  'site.nominateClub': {
    may: ['send email', 'read the secrets'],
    why: 'Emails the nomination, and asks about the captcha with its secret.',
  },
  'partners.saveBankingInfo': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals a typed account, and starts the job that tells the partner of a replaced one.',
  },
  'partners.saveBillingInfo': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals a typed account, and starts the job that tells the partner of a replaced one.',
  },
  'partners.bankAccountDetails': {
    may: ['open bank accounts', 'write the table'],
    why: 'Shows the full numbers to an administrator and writes down that it did.',
  },
  'administrators.invite': {
    may: ['add people', 'send email'],
    why: 'Gives the new administrator a sign-in that no password opens, and emails the link to choose one.',
  },
  'administrators.remove': {
    may: ['remove people'],
    why: 'Takes the sign-in away once the record lets nobody in.',
  },
  'managers.create': {
    may: ['add people', 'set passwords'],
    why: 'Gives the new manager a sign-in with the typed password.',
  },
  'managers.invite': {
    may: ['add people', 'send email'],
    why: 'Gives the new manager a sign-in that no password opens, and emails the link to choose one.',
  },
  'managers.update': {
    may: ['send email'],
    why: 'Emails the link that makes a new address count.',
  },
  'managers.delete': {
    may: ['remove people'],
    why: 'Takes the sign-in away once the record lets nobody in.',
  },
  'users.acceptInvitation': {
    may: ['replace passwords'],
    why: 'Sets the first password of an invited user.',
  },
  'managers.confirmEmail': {
    may: ['change addresses', 'end sessions', 'send email'],
    why: 'Makes the opened address the one to log in with, ends all sessions, and tells the old address.',
  },
  'employees.createKeyFobs': beginsJob('Starts the job that makes a range of key fobs.', 'begin data jobs'),
  'employees.upload': {
    may: ['add files', 'begin data jobs'],
    why: 'Keeps the rows of the uploaded file and starts the job that takes them in.',
  },
  'employees.mendRows': {
    may: ['add files', 'begin data jobs'],
    why: 'Keeps the mended rows and starts the job that takes them in.',
  },
  ...clubGrants,
  'payments.makePayroll': beginsJob(
    'Starts the job that counts the payments of the year.',
    'begin data jobs',
  ),
  'payments.downloadPayroll': {
    may: ['read files', 'begin data jobs', 'write the table'],
    why: 'Reads the lines that the payroll file was made of, or starts the job that does where they are many.',
  },
  'employees.excelReport': downloadOfAnySize,
  'employees.memberList': downloadOfAnySize,
  'groupMemberships.update': beginsJob(
    'Starts the job that tells members of changed dues and reimbursements.',
    'begin email jobs',
  ),
  'employees.bulk': {
    may: ['add files', 'begin email jobs'],
    why: 'Keeps whom the action is for, and starts its job.',
  },
  ...rosterGrants,
  'employees.invite': beginsJob('Starts the job that sends the invitations.', 'begin email jobs'),
  'employees.sendInvitation': {
    may: ['send email', 'read the secrets'],
    why: 'Makes the link with the invitation key and emails it.',
  },
  'employees.deleteEnrollment': {
    may: ['read the secrets'],
    why: 'Takes back the invitation link, whose hash is made with the invitation key.',
  },
  'employees.changeEmail': {
    may: ['read the secrets'],
    why: 'Makes the invitation link again with the invitation key.',
  },
  ...memberGrants,
  'accounts.saveBankingInfo': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals what was typed, takes its fingerprint, and starts the email that tells the member.',
  },
  'files.get': {
    may: ['read agreements'],
    why: 'Hands out a signed agreement to whoever may see it.',
  },
  'jobs.resume': beginsJob(
    'Asks the worker to take the job up again.',
    'begin email jobs',
    'begin data jobs',
  ),
  'jobs.file': {
    may: ['read files'],
    why: 'Signs the address of a finished download, which opens by the right of whoever signed.',
  },
  'vouchers.downloadRedemptions': downloadOfAnySize,
  ...voucherGrants,
  'payments.downloadPartnerPayments': downloadOfAnySize,
  'payments.downloadFacilityPayments': downloadOfAnySize,
  'payments.downloadMemberPayments': downloadOfAnySize,
  ...bankFileGrants,
};

import type { Grant } from './permissions.ts';
import { scheduleGrants } from '../build/schedules.ts';

/** Permissions of every worker. */
const ofWorkers = ['SendToFailedJobs'] as const;
const turns = 'Requests another run when its time is up and moves unreadable messages to the failed ones.';

/** Grants (see grants.ts) of handlers that a schedule or event invokes; they read and write the table by default. */
export const backgroundGrants: Readonly<Record<string, Grant>> = {
  ...scheduleGrants,
  'vouchers/on-email-event': {
    may: ['SendEmailJobs'],
    why: 'Starts the job that sends a bounced voucher again.',
  },
  'users/on-pool-challenge': {
    may: ['GetSecrets'],
    why: 'Verifies the ticket of a login without a password.',
  },
  'jobs/on-account-message': {
    may: [
      ...ofWorkers,
      'SendAccountJobs',
      'SendEmailJobs',
      'SendDataJobs',
      'DecryptBankAccounts',
      'EncryptBankAccounts',
      'GetAndPutFiles',
      'PutBankFiles',
      'SendEmail',
    ],
    why: `Builds bank files, stores their sealed bytes, delivers them, and reads the bank's responses; seals accounts of imported clubs. ${turns}`,
  },
  'jobs/on-email-message': {
    may: [...ofWorkers, 'SendEmailJobs', 'GetAndPutFiles', 'EraseRosterFiles', 'SendEmail', 'GetSecrets'],
    why: `Reads roster files, erases their originals with social security numbers, and sends invitations, vouchers, and other emails with links signed by the secrets. ${turns}`,
  },
  'jobs/on-data-message': {
    may: [...ofWorkers, 'SendDataJobs', 'SendEmailJobs', 'GetAndPutFiles'],
    why: `Reads uploaded rows, creates downloads, and starts the emails about failed rows of delivered files, without access to accounts. ${turns}`,
  },
};

import type { Grant } from './grants.ts';
import { scheduleGrants } from './schedules.ts';

/** What every worker does, whatever its kinds. */
const ofWorkers = ['set messages aside'] as const;
const turns =
  'Asks for another turn when its own time is up, and puts a message that cannot be read to the failed ones.';

/** As `grants` (grants.ts), for the handlers that a schedule or an event starts; these read and write the table by rule. */
export const backgroundGrants: Readonly<Record<string, Grant>> = {
  ...scheduleGrants,
  'vouchers/on-email-event': {
    may: ['begin email jobs'],
    why: 'Starts the job that sends a voucher again whose email came back.',
  },
  'jobs/on-account-message': {
    may: [
      ...ofWorkers,
      'begin account jobs',
      'begin email jobs',
      'begin data jobs',
      'open bank accounts',
      'seal bank accounts',
      'store files',
      'store bank files',
      'send email',
    ],
    why: `Builds bank files, keeps their bytes sealed, puts them into the outbox and reads what the bank answers; seals accounts of imported clubs. ${turns}`,
  },
  'jobs/on-email-message': {
    may: [...ofWorkers, 'begin email jobs', 'store files', 'send email', 'read the secrets'],
    why: `Sends invitations, vouchers and other emails, whose links are made with a key of the secrets. ${turns}`,
  },
  'jobs/on-data-message': {
    may: [...ofWorkers, 'begin data jobs', 'store files'],
    why: `Reads uploaded rows and makes downloads, and nothing of accounts or emails. ${turns}`,
  },
};

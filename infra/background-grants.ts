import type { Grant } from './grants.ts';

/** What every worker does, whatever its kinds. */
const ofWorkers = ['begin jobs', 'set messages aside'] as const;
const turns =
  'Asks for another turn when its own time is up, and puts a message that cannot be read to the failed ones.';

/** As `grants` (grants.ts), for the handlers that a schedule or an event starts; these read and write the table by rule. */
export const backgroundGrants: Readonly<Record<string, Grant>> = {
  'vouchers/on-email-event': {
    may: ['begin jobs'],
    why: 'Starts the job that sends a voucher again whose email came back.',
  },
  'jobs/on-account-message': {
    may: [
      ...ofWorkers,
      'open bank accounts',
      'seal bank accounts',
      'store files',
      'store bank files',
      'send email',
    ],
    why: `Builds bank files, keeps their bytes sealed, puts them into the outbox and reads what the bank answers; seals accounts of imported clubs. ${turns}`,
  },
  'jobs/on-email-message': {
    may: [...ofWorkers, 'store files', 'send email', 'read the secrets'],
    why: `Sends invitations, vouchers and other emails, whose links are made with a key of the secrets. ${turns}`,
  },
  'jobs/on-data-message': {
    may: [...ofWorkers, 'store files'],
    why: `Reads uploaded rows and makes downloads, and nothing of accounts or emails. ${turns}`,
  },
  'bank-files/reconcile-bank-files': {
    may: ['begin jobs', 'read files'],
    why: 'Takes up bank files that were left on their way, by the plan they were made from.',
  },
  'bank-files/take-arrivals': {
    may: ['seal bank accounts', 'store files', 'begin jobs'],
    why: 'Keeps the files that the bank put there for us sealed, and starts the jobs that read them.',
  },
  'bank-files/complete-payments': {
    may: ['begin jobs'],
    why: 'Starts the jobs that complete the payments of files whose return window has passed.',
  },
  'ledger/keep-ledger': {
    may: ['begin jobs'],
    why: 'Starts the jobs that carry payments over, seal months and prove them.',
  },
  'employees/end-due-memberships': {
    may: ['read the secrets'],
    why: 'Takes back the invitation links of members who left.',
  },
  'employees/take-deliveries': {
    may: ['store files', 'begin jobs'],
    why: 'Finds the files that HR systems delivered, keeps them, and starts the jobs that read them.',
  },
  'site/watch-sender': {
    may: ['see the sender'],
    why: 'Asks the email service whether it takes what the portal sends.',
  },
  'visits/archive-visits': {
    may: ['begin jobs'],
    why: 'Starts the jobs that archive old visits.',
  },
  'accounts/announce-withdrawals': {
    may: ['begin jobs'],
    why: 'Starts the job that tells members of their next withdrawals.',
  },
  'members/complete-members-list': {
    may: ['begin jobs'],
    why: 'Starts the job that adds members to the members list.',
  },
  'payments/generate-current-month': {
    may: ['begin jobs'],
    why: 'Starts the jobs that make the payments of the month.',
  },
  'payments/generate-closed-month': {
    may: ['begin jobs'],
    why: 'Starts the jobs that make the payments of the month that has just closed.',
  },
  'payments/generate-next-dues': {
    may: ['begin jobs'],
    why: 'Starts the jobs that make the dues of the next month.',
  },
  'jobs/wake-stuck-jobs': {
    may: ['begin jobs'],
    why: 'Wakes jobs that do not move.',
  },
};

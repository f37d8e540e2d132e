import type { JobWorker } from '../shared/jobs/job.ts';
import type { Grant } from './grants.ts';

/** The schedules' clock is the portal's: the clubs' and partners' months begin at midnight in Chicago. */
export const timeZone = 'America/Chicago';

export interface Schedule {
  /** An EventBridge Scheduler expression. */
  when: string;
  /** What the handler does. */
  does: string;
  /** Who is hurt when it does not run. */
  hurts: string;
  /** What it may do beyond reading and writing the table. */
  grant?: Grant;
  /** One run does what earlier ones of the month would have done: where a clock passed several, the last is enough. */
  coversMonth?: true;
}

/**
 * Every handler that runs by itself. The CDK, its alarms, the local worker and the runbook's table follow from a row.
 * Minutes past midnight are chosen before two o'clock, since the hour from two to three is missing on one day of the
 * year; handlers that are due at once run in this order.
 */
export const schedules = {
  'jobs/wake-stuck-jobs': {
    when: 'rate(5 minutes)',
    does: 'Wakes jobs that do not move.',
    hurts: 'Users who started a long operation see no progress.',
    grant: {
      may: ['begin account jobs', 'begin email jobs', 'begin data jobs'],
      why: 'Wakes jobs that do not move.',
    },
  },
  'bank-files/reconcile-bank-files': {
    when: 'rate(5 minutes)',
    does: 'Finds out whether bank files arrived whose delivery was not confirmed, and goes on with them.',
    hurts:
      'Administrators see bank files stay unconfirmed, and their payments can be neither sent nor changed.',
    grant: {
      may: ['begin account jobs', 'read files'],
      why: 'Takes up bank files that were left on their way, by the plan they were made from.',
    },
  },
  'bank-files/take-arrivals': {
    when: 'rate(5 minutes)',
    does: 'Takes the files that the bank put into the bucket or onto its server for us.',
    hurts: 'Administrators do not see what the bank returned, and payments that bounced look collected.',
    grant: {
      may: ['seal bank accounts', 'store files', 'remove what the bank brought', 'begin account jobs'],
      why: 'Keeps the files that the bank put there for us sealed, starts the jobs that read them, and removes the unsealed ones.',
    },
  },
  'payments/generate-current-month': {
    when: 'cron(15 0 1 * ? *)',
    does: 'Generates what partners pay for the month that begins, and the dues that are missing.',
    hurts: 'Partners are not charged fees for the month that begins.',
    grant: {
      may: ['begin data jobs'],
      why: 'Starts the jobs that make the payments of the month.',
    },
  },
  'payments/generate-closed-month': {
    when: 'cron(15 0 9 * ? *)',
    does: 'Generates what follows from the month that has just closed.',
    hurts:
      'Clubs, and members who wait for a reimbursement, are paid late for the month that has just closed.',
    grant: {
      may: ['begin data jobs'],
      why: 'Starts the jobs that make the payments of the month that has just closed.',
    },
  },
  'payments/generate-next-dues': {
    when: 'cron(15 0 25 * ? *)',
    does: 'Generates the dues of the next month.',
    hurts: 'The dues of the next month cannot be collected on the 1st.',
    grant: {
      may: ['begin data jobs'],
      why: 'Starts the jobs that make the dues of the next month.',
    },
  },
  'bank-files/complete-payments': {
    when: 'cron(30 0 * * ? *)',
    does: 'Completes the payments whose return window has passed.',
    hurts: 'Administrators see payments stay Received that can no longer come back.',
    grant: {
      may: ['begin account jobs'],
      why: 'Starts the jobs that complete the payments of files whose return window has passed.',
    },
  },
  'ledger/keep-ledger': {
    when: 'cron(45 0 * * ? *)',
    does: 'Seals the ledger of months that are over, and proves the last months.',
    hurts: 'Administrators do not see that a payment and its ledger entries differ.',
    coversMonth: true,
    grant: {
      may: ['begin data jobs'],
      why: 'Starts the jobs that carry payments over, seal months and prove them.',
    },
  },
  'employees/end-due-memberships': {
    when: 'cron(30 0 * * ? *)',
    does: 'Ends the memberships whose last day has passed.',
    hurts: 'Members whose membership has ended keep their place in the program.',
    grant: {
      may: ['read the secrets'],
      why: 'Takes back the invitation links of members who left.',
    },
  },
  'employees/take-deliveries': {
    when: 'rate(5 minutes)',
    does: 'Reads the leavers files and rosters that HR systems delivered.',
    hurts: 'Partners whose HR system delivers files get no receipt, and nobody can confirm their changes.',
    grant: {
      may: ['read files', 'begin email jobs'],
      why: 'Finds the files that HR systems delivered, and starts the jobs that read them.',
    },
  },
  'facilities/end-due-statuses': {
    when: 'cron(30 0 * * ? *)',
    does: 'Ends club statuses whose day has come: a hold is over, a closing club is closed.',
    hurts: 'Members are offered clubs that are closed, and not those whose hold is over.',
  },
  'members/complete-members-list': {
    when: 'cron(30 0 * * ? *)',
    does: 'Adds members from before the members list to it, once.',
    hurts: 'Administrators do not find members from before the members list in it.',
    grant: {
      may: ['begin data jobs'],
      why: 'Starts the job that adds members to the members list.',
    },
  },
  'accounts/announce-withdrawals': {
    when: 'cron(50 1 * * ? *)',
    does: 'Tells members by email which dues are withdrawn next, and when.',
    hurts: 'Dues that changed or are late wait, because members were not told of them in time.',
    grant: {
      may: ['begin email jobs'],
      why: 'Starts the job that tells members of their next withdrawals.',
    },
  },
  'site/watch-sender': {
    when: 'rate(15 minutes)',
    does: 'Looks whether the email service takes what the portal sends.',
    hurts: 'Nobody is told that emails cannot be sent until the first one fails.',
    grant: {
      may: ['see the sender'],
      why: 'Asks the email service whether it takes what the portal sends.',
    },
  },
  'visits/archive-visits': {
    when: 'cron(30 4 2 * ? *)',
    does: 'Carries visits of more than 25 months ago into the bucket; their totals stay.',
    hurts: 'Nobody at first: the table, and its cost, grow by visits that no page shows.',
    grant: {
      may: ['begin data jobs'],
      why: 'Starts the jobs that archive old visits.',
    },
  },
  'jobs/watch-generations': {
    when: 'cron(0 3 * * ? *)',
    does: 'Looks whether the generations of the night have ended, on the 1st, the 9th and the 25th.',
    hurts: 'Nobody is woken when members, clubs and partners are paid or charged late.',
  },
} satisfies Record<string, Schedule>;

/** The grants of the handlers that have one. */
export const scheduleGrants: Readonly<Record<string, Grant>> = Object.fromEntries(
  Object.entries<Schedule>(schedules).flatMap(([handler, { grant }]) => (grant ? [[handler, grant]] : [])),
);

export type ScheduledHandler = keyof typeof schedules;

/** The handlers that a schedule starts, in the order of the table. */
export const scheduledHandlers = Object.keys(schedules) as ScheduledHandler[];

/** The handler that each worker's queue starts. */
export const queueHandlers: Record<JobWorker, string> = {
  accounts: 'jobs/on-account-message',
  emails: 'jobs/on-email-message',
  data: 'jobs/on-data-message',
};

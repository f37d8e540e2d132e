import type { Grant } from '../permissions/permissions.ts';

export interface Schedule {
  /** An EventBridge Scheduler expression. */
  when: string;
  /** Purpose of the handler, one sentence. */
  does: string;
  /** Users affected when it does not run, one sentence. */
  hurts: string;
  /** Permissions beyond reading and writing the table. */
  grant?: Grant;
  /** One run covers earlier runs of the same month, so the local worker runs only the last of several missed ones. */
  coversMonth?: true;
}

/** Months of clubs and partners begin at midnight in Chicago. */
export const timeZone = 'America/Chicago';

/** EventBridge's group of a stage's schedules, by which it counts those that were not started. */
export const scheduleGroupName = (stage: string): string => `wellport-${stage}`;

/**
 * Every scheduled handler. The CDK, alarms, the local worker, and the runbook's table are derived from these rows.
 * Nightly jobs run before 02:00, because the hour from 02:00 to 03:00 is skipped once a year. Handlers that are due at
 * the same time run in this order.
 */
export const schedules = {
  'jobs/wake-stuck-jobs': {
    when: 'rate(5 minutes)',
    does: 'Wakes jobs without progress.',
    hurts: 'Users who started a long operation see no progress.',
    grant: {
      may: ['SendAccountJobs', 'SendEmailJobs', 'SendDataJobs'],
      why: 'Wakes jobs without progress.',
    },
  },
  'bank-files/reconcile-bank-files': {
    when: 'rate(5 minutes)',
    does: 'Verifies the delivery of unconfirmed bank files and resumes them.',
    hurts: 'Administrators see unconfirmed bank files whose payments can be neither sent nor changed.',
    grant: {
      may: ['SendAccountJobs', 'GetFiles'],
      why: 'Resumes interrupted bank files from their stored plan.',
    },
  },
  'bank-files/take-arrivals': {
    when: 'rate(5 minutes)',
    does: 'Imports the files that the bank delivered to the bucket or its server.',
    hurts: 'Administrators do not see returns, and returned payments look collected.',
    grant: {
      may: ['EncryptBankAccounts', 'GetAndPutFiles', 'DeleteInboundFiles', 'SendAccountJobs'],
      why: 'Seals delivered files, starts the jobs that read them, and removes the unsealed originals.',
    },
  },
  'approvals/announce': {
    when: 'rate(5 minutes)',
    does: 'Emails administrators about new waiting work, at most once per quarter of an hour.',
    hurts: 'Administrators learn of files to approve and requests only from the portal.',
    grant: {
      may: ['SendEmail'],
      why: 'Emails administrators about waiting work.',
    },
  },
  'approvals/announce-to-managers': {
    when: 'rate(15 minutes)',
    does: 'Emails partner and club managers about new waiting work.',
    hurts:
      'Managers learn of rows to fix, leavers to confirm, sign-ups, and missing visits only from the portal.',
    grant: {
      may: ['SendEmail'],
      why: 'Emails managers about waiting work.',
    },
  },
  'payments/generate-current-month': {
    when: 'cron(15 0 1 * ? *)',
    does: 'Generates partner payments of the new month and missing dues.',
    hurts: 'Partners are not charged fees for the new month.',
    grant: {
      may: ['SendDataJobs'],
      why: 'Starts the jobs that generate the payments of the month.',
    },
  },
  'payments/generate-closed-month': {
    when: 'cron(15 0 9 * ? *)',
    does: 'Generates reimbursements and facility payments of the closed month.',
    hurts: 'Clubs and members with a reimbursement are paid late for the closed month.',
    grant: {
      may: ['SendDataJobs'],
      why: 'Starts the jobs that generate the payments of the closed month.',
    },
  },
  'payments/generate-next-dues': {
    when: 'cron(15 0 25 * ? *)',
    does: 'Generates the dues of the next month.',
    hurts: 'The dues of the next month cannot be collected on the 1st.',
    grant: {
      may: ['SendDataJobs'],
      why: 'Starts the jobs that generate the dues of the next month.',
    },
  },
  'bank-files/complete-payments': {
    when: 'cron(30 0 * * ? *)',
    does: 'Completes payments after their return window.',
    hurts: 'Administrators see payments as Received that can no longer be returned.',
    grant: {
      may: ['SendAccountJobs'],
      why: 'Starts the jobs that complete the payments of files after their return window.',
    },
  },
  'ledger/keep-ledger': {
    when: 'cron(45 0 * * ? *)',
    does: 'Seals the ledger of past months and proves recent months.',
    hurts: 'Administrators do not see differences between payments and ledger entries.',
    coversMonth: true,
    grant: {
      may: ['SendDataJobs'],
      why: 'Starts the jobs that carry payments over, seal months, and prove them.',
    },
  },
  'employees/end-due-memberships': {
    when: 'cron(30 0 * * ? *)',
    does: 'Ends memberships after their last day.',
    hurts: 'Former members keep their place in the program after their last day.',
    grant: {
      may: ['SendEmailJobs'],
      why: 'Starts the job that ends memberships.',
    },
  },
  'employees/take-deliveries': {
    when: 'rate(5 minutes)',
    does: 'Reads leavers files and rosters delivered by HR systems.',
    hurts: 'Partners whose HR system delivers files get no receipt and cannot confirm changes.',
    grant: {
      may: ['GetFiles', 'EraseRosterFiles', 'SendEmailJobs'],
      why: 'Finds files delivered by HR systems, starts the jobs that read them, and erases files that none reads.',
    },
  },
  'visits/take-deliveries': {
    when: 'rate(1 minute)',
    does: 'Reads check-in files that clubs deliver to their folders.',
    hurts: 'Members do not see visits on the same day where the club delivers files.',
    grant: {
      may: ['GetAndPutFiles', 'EraseCheckInFiles', 'SendDataJobs', 'SendEmailJobs'],
      why: 'Finds delivered check-in files, starts their imports, moves them, and reports unreadable ones to the club.',
    },
  },
  'integrations/deliver-webhooks': {
    when: 'rate(1 minute)',
    does: 'Sends waiting webhook deliveries that are due.',
    hurts: 'Systems of partners and clubs learn of changes late; nothing is lost.',
    grant: {
      may: ['GetSecrets', 'SendEmailJobs'],
      why: 'Derives the secrets that sign the deliveries, and notifies the owner of a failing receiver.',
    },
  },
  'facilities/end-due-statuses': {
    when: 'cron(30 0 * * ? *)',
    does: 'Applies club status changes that are due: holds end, closing clubs close.',
    hurts: 'Members see closed clubs, and do not see clubs after the end of a hold.',
  },
  'accounts/announce-withdrawals': {
    when: 'cron(50 1 * * ? *)',
    does: 'Emails members the amount and date of their next withdrawal.',
    hurts: 'Changed or late dues wait because members were not notified in time.',
    grant: {
      may: ['SendAccountJobs'],
      why: 'Starts the job that notifies members of their next withdrawals.',
    },
  },
  'administrators/complete-removals': {
    when: 'rate(15 minutes)',
    does: 'Removes administrators 72 hours after the request without an objection.',
    hurts: 'Sending remains stopped until a requested removal is completed or canceled.',
    grant: {
      may: ['DeleteUsers', 'SendEmail'],
      why: 'Removes the login and notifies the administrators.',
    },
  },
  'site/watch-sender': {
    when: 'rate(15 minutes)',
    does: 'Checks whether SES accepts emails from the portal.',
    hurts: 'Operators learn that emails cannot be sent only when the first one fails.',
    grant: {
      may: ['GetEmailIdentity'],
      why: 'Queries the state of the email service.',
    },
  },
  'members/email-turns': {
    when: 'rate(5 minutes)',
    does: 'Starts the emails about activated, ended, and continued memberships.',
    hurts: 'Members are not informed that their pass is ready or that their membership ends.',
    grant: {
      may: ['SendEmailJobs'],
      why: 'Starts the jobs that email the members.',
    },
  },
  'visits/remind-members': {
    when: 'cron(0 5 * * ? *)',
    does: 'Reminds members by email who are a few visits short in the last week of a month.',
    hurts: 'Members are not reminded of missing visits in the last week of a month.',
    grant: {
      may: ['SendEmailJobs'],
      why: 'Starts the job that reminds members of missing visits.',
    },
  },
  'managers/remind-reviewers': {
    when: 'cron(30 5 * * ? *)',
    does: 'Reminds managers by email of a due review of the access to their partner, and of secrets and certificates of their identity provider that expire.',
    hurts: 'Managers who left, or need less access, keep it unnoticed.',
    grant: {
      may: ['SendEmailJobs', 'SendEmail'],
      why: 'Starts the job that reminds managers of due reviews, and announces expiring secrets.',
    },
  },
  'visits/archive-visits': {
    when: 'cron(30 4 2 * ? *)',
    does: 'Archives visits older than 25 months to the bucket; their totals remain.',
    hurts: 'No users: the table and its cost grow by visits that no page shows.',
    grant: {
      may: ['SendDataJobs'],
      why: 'Starts the jobs that archive old visits.',
    },
  },
  'jobs/watch-generations': {
    when: 'cron(0 3 * * ? *)',
    does: 'Verifies that the generations of the 1st, 9th, and 25th completed.',
    hurts: 'Operators get no alarm when payments are late.',
  },
} satisfies Record<string, Schedule>;

/** Grants by handler, for the handlers that have one. */
export const scheduleGrants: Readonly<Record<string, Grant>> = Object.fromEntries(
  Object.entries<Schedule>(schedules).flatMap(([handler, { grant }]) => (grant ? [[handler, grant]] : [])),
);

export type ScheduledHandler = keyof typeof schedules;

/** Scheduled handlers, in the order of the table. */
export const scheduledHandlers = Object.keys(schedules) as ScheduledHandler[];

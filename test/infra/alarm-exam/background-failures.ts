import { age, aws, errors, notInvoked, own, setAside, type Failure, examStage } from './failure.ts';
import { scheduledHandlers, scheduleGroupName, schedules } from '../../../infra/build/schedules.ts';

const hour = 60;
const isStuck = { runbook: 'a-job-is-stuck' };
const isScheduled = { runbook: 'scheduled-jobs' };

const jobFaults: Failure[] = [
  {
    name: 'A message kills the worker of accounts five times and is set aside.',
    symptoms: [errors('jobs/on-account-message', { to: 49, every: 12 }), setAside(1, { from: 49 })],
    alarm: 'JobsFail',
    ...isStuck,
    hours: 1,
  },
  {
    name: 'A step of an upload fails three times.',
    symptoms: [own('FailedJobSteps', 1, { to: 3 }, true)],
    alarm: 'JobsFail',
    ...isStuck,
  },
  {
    name: 'A message cannot be read and is set aside.',
    symptoms: [setAside(1)],
    alarm: 'JobsFail',
    ...isStuck,
  },
  {
    name: 'The worker of data dies in each step, so that its messages wait.',
    symptoms: [errors('jobs/on-data-message', { to: 2 * hour }), age('Data', 2400, { to: 2 * hour })],
    alarm: 'JobsFail',
    ...isStuck,
  },
  {
    name: 'The worker of emails takes no messages.',
    symptoms: [age('Email', 4000), own('EmailsSent', 0, { from: 12 * hour })],
    alarm: 'JobsWait',
    ...isStuck,
  },
  {
    name: 'A partner’s upload of 200,000 rows keeps others waiting.',
    symptoms: [age('Data', 1200, { to: hour })],
    alarm: 'JobsWait',
    ...isStuck,
  },
];

const scheduleFaults: Failure[] = [
  {
    name: 'A night’s generation fails to start at first, and a retry succeeds.',
    symptoms: [errors('payments/generate-next-dues', { to: 1 })],
    alarm: 'SchedulesPayments',
    ...isScheduled,
  },
  {
    name: 'The sealing of the ledger fails.',
    symptoms: [errors('ledger/keep-ledger', { to: 4, every: 2 })],
    alarm: 'SchedulesPayments',
    ...isScheduled,
  },
  {
    name: 'The bank’s server presents another host key, so that no file is read.',
    symptoms: [errors('bank-files/take-arrivals', { every: 5 })],
    alarm: 'SchedulesBankFiles',
    ...isScheduled,
  },
  {
    name: 'An HR system delivers a file that stops its handler.',
    symptoms: [errors('employees/take-deliveries', { to: 6 * hour, every: 5 })],
    alarm: 'SchedulesMembers',
    ...isScheduled,
  },
  {
    name: 'The reminders of missing visits fail.',
    symptoms: [errors('visits/remind-members', { to: 4, every: 2 })],
    alarm: 'SchedulesVisits',
    ...isScheduled,
  },
  {
    name: 'Returned emails are not processed.',
    symptoms: [errors('vouchers/on-email-event', { to: hour })],
    alarm: 'SchedulesServices',
    ...isScheduled,
  },
  {
    name: 'The scheduler may not start the generation of the closed month.',
    symptoms: [
      aws(
        'Scheduler',
        'InvocationsSentToDeadLetterCount',
        { ScheduleGroup: scheduleGroupName(examStage) },
        1,
        { from: 50, to: 51 },
      ),
    ],
    alarm: 'FailedSchedules',
    ...isScheduled,
  },
  {
    name: 'The schedule of the delivered check-ins is disabled.',
    symptoms: [notInvoked('visits/take-deliveries')],
    alarm: 'SchedulesDoNotRun',
    ...isScheduled,
  },
  {
    name: 'The schedule that ends memberships is disabled.',
    symptoms: [notInvoked('employees/end-due-memberships')],
    alarm: 'SchedulesDoNotRun',
    ...isScheduled,
    hours: 56,
  },
  {
    name: 'The scheduler fails in the region: no schedule runs.',
    symptoms: scheduledHandlers
      .filter((handler) => schedules[handler].when.startsWith('rate('))
      .map(notInvoked),
    alarm: 'SchedulesDoNotRun',
    ...isScheduled,
  },
];

const isCopy = { alarm: 'SecondCopyFails', runbook: 'the-second-copy-fails' };
const vault = { BackupVaultName: `wellport-${examStage}` };
const once = { from: 2 * hour, to: 2 * hour + 1 };

const copyFaults: Failure[] = [
  {
    name: 'The backup of the table fails, and that of the settings succeeds.',
    symptoms: [
      aws('Backup', 'NumberOfBackupJobsFailed', vault, 1, once),
      aws('Backup', 'NumberOfBackupJobsCompleted', vault, 1, once),
    ],
    ...isCopy,
  },
  {
    name: 'A backup does not start within its window.',
    symptoms: [aws('Backup', 'NumberOfBackupJobsExpired', vault, 1, once)],
    ...isCopy,
  },
  {
    name: 'The other account no longer accepts copies.',
    symptoms: [
      aws('Backup', 'NumberOfCopyJobsFailed', { BackupVaultName: `wellport-${examStage}-copy` }, 2, once),
    ],
    ...isCopy,
  },
  {
    name: 'The backup plan was deleted.',
    symptoms: [aws('Backup', 'NumberOfBackupJobsCompleted', vault, 0, { from: 90 * hour })],
    ...isCopy,
    hours: 48,
  },
  {
    name: 'The bucket of replicas refuses bank files.',
    symptoms: [
      aws(
        'S3',
        'OperationsFailedReplication',
        { SourceBucket: 'outbox', DestinationBucket: 'outbox-copy', RuleId: 'second-copy' },
        1,
        { to: 3, every: 1 },
      ),
    ],
    ...isCopy,
  },
];

/** Faults of jobs, schedules, and the second copy. */
export const backgroundFaults: readonly Failure[] = [...jobFaults, ...scheduleFaults, ...copyFaults];

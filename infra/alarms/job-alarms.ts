import { Duration } from 'aws-cdk-lib/core';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { logMetric, period, sum, type AlarmGroup, type AlarmRow } from './alarm-row.ts';
import { emailEventHandler } from '../permissions/email-events.ts';
import type { HandlerFunction } from '../stacks/handler-function.ts';
import type { JobsStack } from '../stacks/jobs-stack.ts';
import { errorsOf } from '../stacks/log-links.ts';
import { scheduleGroupName, schedules } from '../build/schedules.ts';
import { queueHandlers } from '../build/handlers.ts';

/** Returns the alarms of workers, queues, and schedules. */
export const jobRows = (jobs: JobsStack, stage: string): (AlarmRow | AlarmGroup)[] => [
  ...workerRows(jobs, stage),
  notStarted(stage),
  ...failures(jobs),
  notRun(jobs),
];

const workerLogs = errorsOf(...Object.values(queueHandlers));

const workerRows = ({ workers, queues }: JobsStack, stage: string): AlarmGroup[] => [
  {
    name: 'JobsFail',
    when: 'any',
    of: [
      {
        name: 'FailedJobs',
        metric: queues.failedJobs.metricApproximateNumberOfMessagesVisible({ period }),
        threshold: 1,
      },
      { name: 'StepsFail', metric: logMetric(stage, 'FailedJobSteps'), threshold: 3 },
      ...Object.entries(workers).map(([name, { function: created }]) => ({
        name: `WorkerFails-${name}`,
        // longer than the twelve minutes after which a message is delivered again
        metric: created.metricErrors({ period: Duration.minutes(15), statistic: 'Sum' }),
        threshold: 1,
      })),
    ],
    hurts:
      'Long-running operations (uploads, generations, invitations) fail: a step failed three times, a worker died, or a message was set aside.',
    runbook: 'a-job-is-stuck',
    logs: workerLogs,
    suppressedBy: 'CallsBurnFast',
  },
  {
    name: 'JobsWait',
    when: 'any',
    of: Object.entries(queues.jobs).map(([worker, queue]) => ({
      name: `JobsWait-${worker}`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period }),
      threshold: 900,
    })),
    hurts: 'Users wait for long-running operations: the oldest message has waited for 15 minutes.',
    runbook: 'a-job-is-stuck',
    logs: workerLogs,
    suppressedBy: 'JobsFail',
  },
];

const notStarted = (stage: string): AlarmRow => ({
  name: 'FailedSchedules',
  metric: new Metric({
    namespace: 'AWS/Scheduler',
    metricName: 'InvocationsSentToDeadLetterCount',
    dimensionsMap: { ScheduleGroup: scheduleGroupName(stage) },
    ...sum,
  }),
  threshold: 1,
  hurts:
    'A scheduled handler was not started, possibly the monthly payments. The message in the failed schedules names it.',
  runbook: 'scheduled-jobs',
  logs: errorsOf('jobs/watch-generations'),
});

/** Impact of scheduled handlers that fail, by area. Each alarm lists its handlers' logs. */
const impacts = {
  Payments: {
    areas: ['payments', 'accounts', 'ledger'],
    hurts: 'Payments are generated, announced, or proven late: one of their scheduled handlers fails.',
  },
  BankFiles: {
    areas: ['bank-files', 'approvals'],
    hurts:
      'Bank files and returns wait, or approvals are not announced: one of their scheduled handlers fails.',
  },
  Members: {
    areas: ['employees', 'members', 'facilities', 'managers'],
    hurts:
      'Memberships, rosters, and clubs are not updated, or reviews are not announced: one of their scheduled handlers fails.',
  },
  Visits: {
    areas: ['visits'],
    hurts: 'Visits are missing, or members are not reminded: one of their scheduled handlers fails.',
  },
  Services: {
    areas: ['jobs', 'site', 'vouchers', 'integrations', 'administrators'],
    hurts:
      'Stuck jobs, late payments, or returned emails go unnoticed, or webhooks or removals wait: one of their handlers fails.',
  },
} as const;

/** Returns an alarm per area for handlers that fail. */
function failures({ scheduled, onEmailEvent }: JobsStack): AlarmGroup[] {
  const handlers: [string, HandlerFunction][] = [...scheduled, [emailEventHandler, onEmailEvent]];
  return Object.entries(impacts).map(([name, { areas, hurts }]) => {
    const ours = handlers.filter(([handler]) =>
      (areas as readonly string[]).includes(handler.split('/')[0] ?? ''),
    );
    return {
      name: `Schedules${name}`,
      when: 'any',
      of: ours.map(([handler, { function: created }]) => ({
        name: `Fails-${handler.replaceAll('/', '-')}`,
        metric: created.metricErrors(sum),
        threshold: 1,
      })),
      hurts,
      runbook: 'scheduled-jobs',
      logs: errorsOf(...ours.map(([handler]) => handler)),
      suppressedBy: 'CallsBurnFast',
    };
  });
}

/** One alarm for all schedules, because a fault of the scheduler or a stop concerns all of them. */
const notRun = ({ scheduled }: JobsStack): AlarmGroup => ({
  name: 'SchedulesDoNotRun',
  when: 'any',
  of: [...scheduled].flatMap(([handler, { function: created }]) => {
    const hours = hoursBetweenRuns(schedules[handler].when);
    if (hours === undefined) return [];
    return {
      name: `DidNotRun-${handler.replaceAll('/', '-')}`,
      metric: created.metricInvocations({ period: Duration.hours(1), statistic: 'Sum' }),
      threshold: 1,
      periods: hours,
      expectsData: true as const,
    };
  }),
  hurts: 'Work of the night or of the last hour is missing: a scheduled handler did not run.',
  runbook: 'scheduled-jobs',
  logs: {
    of: ['jobs/wake-stuck-jobs', 'bank-files/reconcile-bank-files', 'visits/take-deliveries'],
    query: 'stats count(*) as lines by bin(1h), @log',
  },
  // a schedule that cannot start its function does not run either
  suppressedBy: 'FailedSchedules',
});

/**
 * Returns the hours after which a schedule that did not run raises an alarm: an hour for schedules by minutes, 26 for
 * daily ones, because a day in Chicago has up to 25. Others, which `jobs/watch-generations` verifies, have none.
 */
export function hoursBetweenRuns(when: string): number | undefined {
  if (when.startsWith('rate(')) return 1;
  return /^cron\(\d+ \d+ \* \* \? \*\)$/.test(when) ? 26 : undefined;
}

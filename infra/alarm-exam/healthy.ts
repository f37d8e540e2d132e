import { functionNameOf } from '../handler-names.ts';
import { schedules } from '../schedules.ts';
import type { MetricName } from './definitions.ts';
import type { Series } from './series.ts';

/** Stage with the examined alarms: it has all of them. */
export const examStage = 'production';

/** Name of the custom metrics' namespace, and of the dimension that functions write. */
export const ownNamespace = `Wellport/${examStage}`;

const every =
  (minutes: number, ...values: number[]): Series =>
  (minute) =>
    minute % minutes === 0 ? values : undefined;

const latencies = [40, 45, 50, 55, 60, 70, 80, 95, 120, 300];

const invocations = new Map(
  Object.entries(schedules).map(([handler, { when }]) => [
    functionNameOf(examStage, handler),
    invocationsOf(when),
  ]),
);

function invocationsOf(when: string): Series {
  const [, often] = /^rate\((\d+) minutes?\)$/.exec(when) ?? [];
  if (often) return every(Number(often), 1);
  const [, minutes, hours, day] = /^cron\((\d+) (\d+) (\S+) /.exec(when) ?? [];
  const at = Number(hours) * 60 + Number(minutes);
  // the days of monthly schedules are not within the simulated time
  return day === '*' ? (minute) => (minute % 1440 === at ? [1] : undefined) : () => undefined;
}

/** Metrics of a portal in normal use: ninety calls per minute. */
const healthy: Record<string, Series> = {
  'AWS/ApiGateway Count': every(1, 30),
  'AWS/ApiGateway 5xx': every(1, 0),
  'AWS/ApiGateway Latency': every(1, ...latencies),
  'AWS/CloudFront 5xxErrorRate': every(1, 0.01),
  'AWS/WAFV2 BlockedRequests': every(1, 4),
  'AWS/SQS ApproximateAgeOfOldestMessage': every(1, 20),
  'AWS/SQS ApproximateNumberOfMessagesVisible': every(1, 0),
  'AWS/SES Reputation.BounceRate': every(60, 0.01),
  'AWS/SES Reputation.ComplaintRate': every(60, 0.0001),
  'AWS/Lambda Errors': every(1, 0),
  // the backups of two tables, each day at 10:30
  'AWS/Backup NumberOfBackupJobsCompleted': (minute) => (minute % 1440 === 630 ? [1, 1] : undefined),
  Probes: every(1, 1),
  ProbesFailed: every(1, 0),
  MoneyDue: every(5, 250_000),
  // payments that are held
  MoneyLate: every(5, 900),
  EmailsSent: every(1, 1, 1),
  EmailsLate: every(1, 0),
  SenderNotReady: every(15, 0),
  FilesUnknown: every(5, 0),
  OldestFileMinutes: every(5, 3),
  GenerationsMissing: every(1440, 0),
  LedgerDifferences: every(1440, 0),
  RequestsDenied: every(1, 2),
  ClientErrors: every(1, 3),
  TokensRefused: every(1, 1),
  LockOuts: every(20, 1),
  PayeesChanged: every(15, 1),
};

/** Returns the series of a metric in normal use; undefined if it has no data then. */
export const healthySeries = ({ namespace, name, dimensions }: MetricName): Series | undefined =>
  name === 'Invocations'
    ? invocations.get(dimensions.FunctionName ?? '')
    : healthy[namespace === ownNamespace ? name : `${namespace} ${name}`];

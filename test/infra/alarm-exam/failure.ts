import { functionNameOf } from '../../../infra/build/handlers.ts';
import { schedules } from '../../../infra/build/schedules.ts';
import type { MetricName } from './definitions.ts';
import type { Series, Recorded } from './series.ts';
import { apiNames, suffixOf, type ApiName } from '../../../infra/stacks/http-apis.ts';

/** Stage with the examined alarms: it has all of them. */
export const examStage = 'production';

/** Name of the custom metrics' namespace, and of the dimension that functions write. */
const ownNamespace = `Wellport/${examStage}`;

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

/** Metrics of a portal in normal use: thirty calls per minute of each HTTP API. */
const healthy: Record<string, Series> = {
  Calls: every(1, ...apiNames.map(() => 30)),
  FailedCalls: every(1, 0),
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

/** A planted fault: its symptoms in metrics, and the one alarm that reports it. */
export interface Failure {
  name: string;
  symptoms: Recorded[];
  alarm: string;
  /** Anchor of the runbook section. */
  runbook: string;
  /** Hours until the end; default 12. */
  hours?: number;
}

interface When {
  /** Minutes from the beginning of the fault. */
  from?: number;
  to?: number;
  every?: number;
}

const alwaysTo = 2 * 3600;

/** Returns values at some minutes; `otherwise` (default: none) at others. */
const values =
  (
    at: readonly number[],
    otherwise: readonly number[] | undefined,
    { from = 0, to = alwaysTo, every = 1 }: When,
  ) =>
  (minute: number) =>
    minute >= from && minute < to && (minute - from) % every === 0 ? at : otherwise;

/** A custom metric written by functions, or by a filter of a log (`inLog`). */
export const own = (name: string, value: number, when: When = {}, inLog = false): Recorded => ({
  metric: { namespace: ownNamespace, name, dimensions: inLog ? {} : { service: 'wellport' } },
  series: values([value], healthyZero.has(name) ? [0] : undefined, when),
});
const healthyZero = new Set(['FailedCalls', 'ProbesFailed', 'EmailsLate', 'MoneyLate', 'FilesUnknown']);

export const aws = (
  namespace: string,
  name: string,
  dimensions: Record<string, string>,
  value: number | readonly number[],
  when: When = {},
  otherwise?: number,
): Recorded => ({
  metric: { namespace: `AWS/${namespace}`, name, dimensions },
  series: values([value].flat(), otherwise === undefined ? undefined : [otherwise], when),
});

/** Name of an API in references: the construct ID without hyphens. */
const apiIdOf = (api: ApiName): string => `Api${suffixOf(api).replaceAll('-', '')}`;

/** Failed calls per minute of one API; the log counts those of all. */
export const failedCalls = (_api: ApiName, perMinute: number, when: When = {}): Recorded =>
  own('FailedCalls', perMinute, when, true);

export const everyApi = (symptom: (api: ApiName) => Recorded): Recorded[] => apiNames.map(symptom);

export const latency = (api: ApiName, milliseconds: number, when: When = {}): Recorded =>
  aws('ApiGateway', 'Latency', { ApiId: apiIdOf(api) }, [60, 80, milliseconds, milliseconds], when, 60);

export const calls = (_api: ApiName, perMinute: number, when: When = {}): Recorded =>
  own('Calls', perMinute, when, true);

const functionOf = (handler: string) => ({ FunctionName: functionNameOf(examStage, handler) });

export const errors = (handler: string, when: When = {}): Recorded =>
  aws('Lambda', 'Errors', functionOf(handler), 1, when, 0);

/** The handler is not started from a minute on. */
export const notInvoked = (handler: string): Recorded =>
  aws('Lambda', 'Invocations', functionOf(handler), 0, { from: alwaysTo });

export const age = (worker: 'Account' | 'Email' | 'Data', seconds: number, when: When = {}): Recorded =>
  aws('SQS', 'ApproximateAgeOfOldestMessage', { QueueName: `Queues${worker}Jobs` }, seconds, when, 20);

export const setAside = (messages: number, when: When = {}): Recorded =>
  aws('SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: 'QueuesFailedJobs' }, messages, when, 0);

export const throttled = (
  name: 'ReadThrottleEvents' | 'WriteThrottleEvents',
  TableName: string,
  GlobalSecondaryIndexName?: string,
): Recorded =>
  aws('DynamoDB', name, { TableName, ...(GlobalSecondaryIndexName && { GlobalSecondaryIndexName }) }, 40, {
    to: 30,
  });

export const cdnErrors = (percent: number, when: When = {}): Recorded =>
  aws('CloudFront', '5xxErrorRate', { DistributionId: 'Cdn', Region: 'Global' }, percent, when, 0.01);

export const blocked = (perMinute: number, when: When = {}): Recorded =>
  aws('WAFV2', 'BlockedRequests', { WebACL: `wellport-${examStage}`, Rule: 'ALL' }, perMinute, when, 4);

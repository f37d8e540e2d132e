import { functionNameOf } from '../handler-names.ts';
import { apiNames, suffixOf, type ApiName } from '../http-apis.ts';
import { examStage, ownNamespace } from './healthy.ts';
import type { Recorded } from './series.ts';

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
const healthyZero = new Set(['ProbesFailed', 'EmailsLate', 'MoneyLate', 'FilesUnknown']);

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

/** Failed calls per minute of an API. */
export const failedCalls = (api: ApiName, perMinute: number, when: When = {}): Recorded =>
  aws('ApiGateway', '5xx', { ApiId: apiIdOf(api) }, perMinute, when, 0);

export const everyApi = (symptom: (api: ApiName) => Recorded): Recorded[] => apiNames.map(symptom);

export const latency = (api: ApiName, milliseconds: number, when: When = {}): Recorded =>
  aws('ApiGateway', 'Latency', { ApiId: apiIdOf(api) }, [60, 80, milliseconds, milliseconds], when, 60);

export const calls = (api: ApiName, perMinute: number, when: When = {}): Recorded =>
  aws('ApiGateway', 'Count', { ApiId: apiIdOf(api) }, perMinute, when);

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

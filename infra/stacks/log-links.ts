/** Returns the name of a handler's or the gateway's log group. */
export const logGroupOf = (stage: string, name: string): string => `/wellport/${stage}/${name}`;

/** Metrics that filters count in logs; they have no dimensions. */
export const logMetricNames = [
  'Calls',
  'FailedCalls',
  'FailedJobSteps',
  'ClientErrors',
  'RequestsLimited',
  'TokensRefused',
] as const;
export type LogMetricName = (typeof logMetricNames)[number];

/** A query of CloudWatch Logs Insights over named logs: `gateway`, or a handler such as `jobs/on-email-message`. */
export interface LogQuery {
  of: readonly string[];
  query: string;
}

/** Log lines of errors in functions. */
export const errorsOf = (...of: string[]): LogQuery => ({ of, query: 'filter level = "error"' });

const consoleOf = (region: string): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}`;

export const dashboardName = (stage: string): string => `Wellport-${stage}`;

/** Returns the address of the stage's dashboard in the console. */
export const dashboardLink = (stage: string, region: string): string =>
  `${consoleOf(region)}#dashboards/dashboard/${dashboardName(stage)}`;

/** Quoted text of the console's query addresses. */
const quoted = (text: string): string =>
  `$2527${text.replaceAll(/[^\w.-]/g, (sign) => `*${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;

/**
 * Returns the address that opens a query of the last three hours in the console. The console cannot open a query by the
 * prefix of log groups, so that queries of all functions are run by `operate -- logs`.
 */
export function logsLink(stage: string, { of, query }: LogQuery, region: string): string {
  const groups = of.map((name) => `$257E${quoted(logGroupOf(stage, name))}`).join('');
  const fields = [
    'end$257E0',
    'start$257E-10800',
    `timeType$257E${quoted('RELATIVE')}`,
    `unit$257E${quoted('seconds')}`,
    `editorString$257E${quoted(query)}`,
    `source$257E$2528${groups}$2529`,
  ];
  return `${consoleOf(region)}#logsV2:logs-insights$3FqueryDetail$3D$257E$2528${fields.join('$257E')}$2529`;
}

/** Returns the name of a handler's or the gateway's log group. */
export const logGroupOf = (stage: string, name: string): string => `/wellport/${stage}/${name}`;

/** Metrics that filters count in logs; they have no dimensions. */
export const logMetricNames = ['FailedJobSteps', 'ClientErrors', 'RequestsLimited', 'TokensRefused'] as const;
export type LogMetricName = (typeof logMetricNames)[number];

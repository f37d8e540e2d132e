import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { limitsFor } from './limits.ts';
import type { StageFile } from './stage-file.ts';

/** Test stage: it can be removed completely and needs no settings. */
export const dev: StageFile = {
  keepsData: false,
  logRetention: RetentionDays.ONE_WEEK,
  ...limitsFor(100_000),
  traces: false,
  // log lines of functions contain the route
  routeMetrics: false,
  // LITE supports passwords and authenticator apps, and the portal verifies passkeys; ESSENTIALS costs five times as much at ten million members
  userPoolPlan: 'LITE',
  requiresSecondFactor: false,
  flags: {},
  needs: [],
  context: {},
};

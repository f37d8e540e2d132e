import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageFile } from './stage-file.ts';

/** Test stage: it can be removed completely and needs no settings. */
export const dev: StageFile = {
  keepsData: false,
  logRetention: RetentionDays.ONE_WEEK,
  // a page sends about ten requests: about twenty pages per second, without a large bill under attack
  throttle: { rateLimit: 200, burstLimit: 400 },
  guestThrottle: { rateLimit: 20, burstLimit: 40 },
  traces: false,
  // log lines of functions contain the route
  routeMetrics: false,
  jobsAtOnce: 10,
  // LITE supports passwords and authenticator apps; ESSENTIALS costs five times as much at ten million members
  userPoolPlan: 'LITE',
  administratorsNeedApp: false,
  flags: {},
  needs: [],
  context: {},
};

import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageFile } from './stage-file.ts';

/** To try things: it may be taken down whole, and nothing has to be named. */
export const dev: StageFile = {
  keepsData: false,
  logRetention: RetentionDays.ONE_WEEK,
  // a page makes about ten requests: this carries some twenty pages a second, and no bill of a flood
  throttle: { rateLimit: 200, burstLimit: 400 },
  guestThrottle: { rateLimit: 20, burstLimit: 40 },
  traces: false,
  // the functions’ lines tell the routes apart
  routeMetrics: false,
  jobsAtOnce: 10,
  // passwords and codes of an app are all that is used; ESSENTIALS costs five times as much at ten million members
  userPoolPlan: 'LITE',
  administratorsNeedApp: false,
  flags: {},
  needs: [],
  context: {},
};

import type { StageFlags } from '../../shared/settings/feature-flags.ts';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What a deployment is told by name, in its stage's file or as `-c name=value`, which wins (docs/deploy.md). */
const contextNames = [
  'release',
  'restoredTable',
  'domain',
  'certificate',
  'mailFrom',
  'alarmEmail',
  'bankSettings',
  'salesAddress',
  'supportAddress',
  'siteEmailsPerHour',
  'bankAccountWaitHours',
  'newAdministratorWaitHours',
  'leaversPercent',
  'leaversCount',
  'rosterTakeBackHours',
  'captchaSiteKey',
  'captchaSecretName',
  'bankSftpKeySecretName',
  'mapKey',
  'mapId',
  'links',
  'salesPhone',
  'supportPhone',
  'privacyRequestForm',
] as const;
export type ContextName = (typeof contextNames)[number];

/** The one file of a stage. */
export interface StageFile {
  /** Data outlives its stack, and the table and the user pool refuse to be deleted. */
  keepsData: boolean;
  logRetention: RetentionDays;
  /** Requests a second that the gateway takes over time, and at once. */
  throttle: { rateLimit: number; burstLimit: number };
  /** The same for each route on which guests send something: log-ins, emails, invitations. */
  guestThrottle: { rateLimit: number; burstLimit: number };
  /**
   * The web firewall before the CDN: requests of one address in five minutes, to anything, and to the routes on which
   * guests send something. It is made in us-east-1 alone, so the stage is deployed there; it has a price a month.
   */
  firewall?: { requestsByAddress: number; guestRequestsByAddress: number };
  /** Jobs that each of the three workers works on at the same time; AWS takes 2 or more. */
  jobsAtOnce: number;
  /** Functions send traces to X-Ray, of one request a second and of 5 % beyond. */
  traces: boolean;
  /** The gateway counts each route by itself: six metrics a route, at a price each. */
  routeMetrics: boolean;
  /** Dollars a month; AWS writes to whoever is told of alarms at 80 % of it. */
  monthlyBudget?: number;
  /** What the user pool can do, and costs for each user of a month. */
  userPoolPlan: 'LITE' | 'ESSENTIALS' | 'PLUS';
  /** An administrator without an authenticator app reaches the page that sets one up, and nothing else. */
  administratorsNeedApp: boolean;
  /** The feature flags that a new deployment begins with; administrators change them on their page. */
  flags: StageFlags;
  /** Without these the stage is not deployed. */
  needs: readonly ContextName[];
  /** Values of this stage that no command line has to repeat; never a secret. */
  context: Partial<Record<ContextName, string>>;
}

import type { StageFlags } from '../../shared/settings/feature-flags.ts';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** Values in the stage's file or passed as `-c name=value`, which takes precedence (docs/deploy.md). */
const contextNames = [
  'release',
  'domain',
  'certificate',
  'mailFrom',
  'alarmEmail',
  'runbookAddress',
  'copyVaultArn',
  'outboxCopyArn',
  'agreementsCopyArn',
  'bankSettings',
  'salesAddress',
  'supportAddress',
  'siteEmailsPerHour',
  'bankAccountWaitHours',
  'newAdministratorWaitHours',
  'administratorIdleMinutes',
  'managerIdleMinutes',
  'memberIdleMinutes',
  'breachedPasswords',
  'leaversPercent',
  'leaversCount',
  'rosterRevertHours',
  'captchaSiteKey',
  'captchaSecretName',
  'bankSftpKeySecretName',
  'appleWalletSecretName',
  'googleWalletSecretName',
  'mapKey',
  'mapId',
  'links',
  'salesPhone',
  'supportPhone',
  'privacyRequestForm',
] as const;
export type ContextName = (typeof contextNames)[number];

export interface StageFile {
  /** Data survives its stack, and table and user pool are protected against deletion. */
  keepsData: boolean;
  logRetention: RetentionDays;
  /** Expected members, from which the limits follow (infra/stages/limits.ts). */
  members: number;
  /** Sustained and burst requests per second of the gateway. */
  throttle: { rateLimit: number; burstLimit: number };
  /** Limits of each route with guest writes: logins, emails, invitations. */
  guestThrottle: { rateLimit: number; burstLimit: number };
  /**
   * Web firewall of the CDN: requests per address in five minutes, in total and to routes with guest writes. Requires
   * deployment in us-east-1 and has a monthly price.
   */
  firewall?: { requestsByAddress: number; guestRequestsByAddress: number; clientRequestsByAddress: number };
  /** Concurrent jobs of each of the three workers; at least 2. */
  jobsAtOnce: number;
  /** Sends traces to X-Ray: one request per second and 5 % of the rest. */
  traces: boolean;
  /** Publishes six metrics per route, each with a price. */
  routeMetrics: boolean;
  /** Dollars per month; AWS notifies the alarm address at 80 %. */
  monthlyBudget?: number;
  /** Features and price per active user of the user pool. */
  userPoolPlan: 'LITE' | 'ESSENTIALS' | 'PLUS';
  /** Administrators and managers without a passkey or authenticator app can only set one up. */
  requiresSecondFactor: boolean;
  /** Initial feature flags; administrators change them in the portal. */
  flags: StageFlags;
  /** Required values. */
  needs: readonly ContextName[];
  /** Values of this stage; never secrets. */
  context: Partial<Record<ContextName, string>>;
}

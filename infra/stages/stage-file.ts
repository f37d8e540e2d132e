import { habits } from '../cost/bill.ts';
import type { EndpointName } from '../build/handlers.ts';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageFlags } from '../../shared/settings/feature-flags.ts';

/** Stages, each with its own file. */
export const stages = ['dev', 'staging', 'production'] as const;
export type Stage = (typeof stages)[number];

/**
 * Share of a month's users who log in during its busiest hour, the first of the month, and of its emails. The night's
 * generation ends within three hours.
 */
export const busiestHour = 0.1;

/** Returns log-ins and calls per second in the busiest hour of a portal with this many members. */
export function busiestSecond(members: number): { logIns: number; calls: number } {
  const logIns = (members * habits.active * busiestHour) / 3600;
  return { logIns, calls: logIns * habits.pages * habits.callsOfPage };
}

/**
 * Returns the limits of a stage with this many members: twice the requests of the busiest second, and at least those of a
 * small portal.
 */
export function limitsFor(members: number) {
  const { logIns, calls } = busiestSecond(members);
  const limit = (least: number, use: number) => {
    const rateLimit = Math.max(least, Math.ceil(2 * use));
    return { rateLimit, burstLimit: 2 * rateLimit };
  };
  return {
    members,
    // a page sends about ten requests: about twenty pages per second, without a large bill under attack
    throttle: limit(200, calls),
    guestThrottle: limit(20, logIns),
    jobsAtOnce: Math.max(10, Math.ceil(members / 150_000)),
  };
}

/**
 * Endpoints that members wait for: log-in, home with the conditions of its pages, and the access pass. Their functions
 * stay warm by `warmCopies`.
 */
export const warmEndpoints = [
  'users.login',
  'users.me',
  'settings.featureFlags',
  'members.hasActiveFacilityEnrollments',
  'accounts.bankingCheck',
  'accounts.reimbursementCheck',
  'visits.isPassOffered',
  'members.facilityInfo',
  'accounts.billingInfo',
  'visits.offeredWallets',
  'visits.certifyPass',
] as const satisfies readonly EndpointName[];

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
  // docs/cost.md states the price
  warmCopies: 0,
  flags: {},
  needs: [],
  context: {},
};

/** Preview of production with retained data. */
export const staging: StageFile = {
  ...dev,
  keepsData: true,
  logRetention: RetentionDays.ONE_YEAR,
  traces: true,
  monthlyBudget: 500,
  statusRegion: 'us-west-2',
  // an office shares one address: about thirty users at work, or a hundred logins
  firewall: { requestsByAddress: 3000, guestRequestsByAddress: 200, clientRequestsByAddress: 20_000 },
};

/** The production stage. Enter its values here once, so that each deployment uses them. */
export const production: StageFile = {
  ...staging,
  ...limitsFor(1_000_000),
  // on the day of its invitations, three hundred people of a company behind one address enroll within five minutes
  firewall: { requestsByAddress: 20_000, guestRequestsByAddress: 200, clientRequestsByAddress: 20_000 },
  requiresSecondFactor: true,
  needs: ['domain', 'certificate', 'mailFrom', 'alarmEmail', 'runbookAddress', 'bankSettings'],
};

/** Values in the stage's file or passed as `-c name=value`, which takes precedence (docs/deploy.md). */
export const contextNames = [
  'release',
  'domain',
  'certificate',
  'mailFrom',
  'alarmEmail',
  'alarmAddressSecretName',
  'senderIdentity',
  'runbookAddress',
  'backupVaultName',
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
  'warmCopies',
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
  /** Expected members, from which the limits follow (infra/stages/stage-file.ts). */
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
  /** Region of the status page and its probe for a stage with a domain and a firewall; otherwise that of the stage. */
  statusRegion?: string;
  /** Publishes six metrics per route, each with a price. */
  routeMetrics: boolean;
  /** Dollars per month; AWS notifies the alarm address at 80 %. */
  monthlyBudget?: number;
  /** Features and price per active user of the user pool. */
  userPoolPlan: 'LITE' | 'ESSENTIALS' | 'PLUS';
  /** Administrators and managers without a passkey or authenticator app can only set one up. */
  requiresSecondFactor: boolean;
  /** Copies of each function of `warmEndpoints` that AWS keeps started; the first calls of the others are cold. */
  warmCopies: number;
  /** Initial feature flags; administrators change them in the portal. */
  flags: StageFlags;
  /** Required values. */
  needs: readonly ContextName[];
  /** Values of this stage; never secrets. */
  context: Partial<Record<ContextName, string>>;
}

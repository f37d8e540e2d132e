import { archiveYears } from '../../shared/visits/visit.ts';
import type { Units } from './units.ts';

/** AWS prices in us-east-1, in dollars, copied on this day. */
export const pricesOf = '2026-11-22';

export const prices = {
  tableWrite: 0.625 / 1e6,
  tableRead: 0.125 / 1e6,
  /** Per GB and month, with point-in-time recovery. */
  tableGigabyte: 0.25 + 0.2,
  /** Per GB and month of each backup, which is a full copy, warm and cold (at least 90 days). */
  backupGigabyte: 0.1,
  coldBackupGigabyte: 0.03,
  /** Per GB copied to another region; within a region, a copy to another account is free. */
  copiedGigabyte: 0.02,
  functionRequest: 0.2 / 1e6,
  /** Per second and GB of memory, ARM. */
  functionSecond: 0.0000133334,
  /** Provisioned concurrency, per second and GB of memory, ARM. */
  warmSecond: 0.0000033334,
  gatewayRequest: 1 / 1e6,
  cdnRequest: 0.01 / 1e4,
  cdnGigabyte: 0.085,
  /** Free per month. */
  cdnFreeRequests: 10e6,
  cdnFreeGigabytes: 1000,
  /** CloudFront Functions: runs per month without a price. */
  edgeFreeRuns: 2e6,
  edgeRun: 0.1 / 1e6,
  firewallMonth: 5 + 5 * 1,
  firewallRequest: 0.6 / 1e6,
  fileGigabyte: 0.023,
  filePut: 0.005 / 1000,
  email: 0.1 / 1000,
  message: 0.5 / 1e6,
  key: 1,
  secret: 0.4,
  keyRequest: 0.03 / 1e4,
  logGigabyte: 0.5,
  /** Per month, compressed to about a sixth. */
  logStoredGigabyte: 0.03 * 0.15,
  trace: 5 / 1e6,
  freeTraces: 100_000,
  metric: 0.3,
  /** Per metric of an alarm. */
  alarm: 0.1,
  compositeAlarm: 0.5,
  dashboard: 3,
} as const;

/** Flat-rate plans of the CDN with firewall and edge functions: monthly price and requests, each with 50 TB. */
export const flatRatePlans = [
  { name: 'Pro', dollars: 15, requests: 10e6 },
  { name: 'Business', dollars: 200, requests: 125e6 },
  { name: 'Premium', dollars: 1000, requests: 500e6 },
] as const;

/** User pool by monthly active users: price per user in each tier. */
const poolPrices = {
  LITE: [
    [10_000, 0],
    [100_000, 0.0055],
    [1_000_000, 0.0046],
    [10_000_000, 0.00325],
    [Infinity, 0.0025],
  ],
  ESSENTIALS: [
    [10_000, 0],
    [Infinity, 0.015],
  ],
  PLUS: [[Infinity, 0.02]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;
type PoolPlan = keyof typeof poolPrices;

/** Assumed monthly usage per member. */
export const habits = {
  /** Share of members who log in at least once. */
  active: 0.3,
  /** Pages per active member, and requests per page. */
  pages: 10,
  callsOfPage: 6,
  checkIns: 6,
  /** Dues and a reimbursement; each is generated and changes status four times. */
  payments: 2,
  moves: 4,
  emails: 0.5,
  /** Stored per member: 25 months of visits, five years of payments and events, with index entries. */
  tableKilobytes: 80,
  /** Older visits are lines in files of eighty, kept for five years. */
  archivedMonths: 12 * archiveYears,
  archivedKilobytes: 0.13,
  archivedInFile: 80,
  fileKilobytes: 200,
  /** Seconds that a cold call takes longer, which are billed. */
  coldSeconds: 0.8,
  /** Functions behind the calls; the nth one is called n times less often than the first. */
  calledFunctions: 100,
  /** Hours of a day with calls, and minutes after which an idle copy ends, which AWS does not state. */
  hoursOfUse: 14,
  idleMinutes: 10,
  /** Share of cold calls by releases and concurrent calls, at every size. */
  leastColdShare: 0.005,
  /** Share of calls with a trace, and months of stored logs; a call logs a kilobyte. */
  traced: 0.05,
  logMonths: 12,
} as const;

/**
 * Returns the share of calls that start a new copy of a function: calls of a function are independent, and one is cold
 * after `idleMinutes` without another.
 */
export function coldShare(members: number, idleMinutes: number = habits.idleMinutes): number {
  const minutes = 30 * habits.hoursOfUse * 60;
  const calls = (members * habits.active * habits.pages * habits.callsOfPage) / minutes;
  const ranks = Array.from({ length: habits.calledFunctions }, (_, index) => 1 / (index + 1));
  const all = ranks.reduce((total, part) => total + part, 0);
  const cold = ranks.reduce((total, part) => total + part * Math.exp((-calls * part * idleMinutes) / all), 0);
  return Math.max(habits.leastColdShare, cold / all);
}

/** Returns the monthly price of warm copies of functions with 1 GB. */
export const warmDollars = (copies: number): number => copies * 30 * 86_400 * prices.warmSecond;

/** How long backups of the tables are kept, in days; point-in-time recovery covers 35 days in the stage's own account. */
export interface CopyPlan {
  name: string;
  /** Hours of data that the loss of the account or region takes. */
  recoveryHours: number;
  /** Days of a backup in the stage's own vault, from which it is copied. */
  here: number;
  /** Days of daily copies; 0: none. */
  daily: number;
  /** Days of weekly copies in cold storage; at least 90 more than the day until then; 0: none. */
  weekly: number;
}

/** The plan of infra/stacks/second-copy.ts. */
export const copyPlan: CopyPlan = {
  name: 'daily copies for 7 days, weekly cold copies for 91 days',
  recoveryHours: 24,
  here: 2,
  daily: 7,
  weekly: 91,
};

/** The former plan, and one without daily copies. */
export const formerCopyPlan: CopyPlan = {
  name: 'daily copies for 90 days, and backups here for 35 days',
  recoveryHours: 24,
  here: 35,
  daily: 90,
  weekly: 0,
};
export const weeklyCopyPlan: CopyPlan = {
  name: 'weekly cold copies for 91 days only',
  recoveryHours: 168,
  here: 2,
  daily: 0,
  weekly: 91,
};

/** Returns the monthly cost of the second copy of the tables. Each backup of a table is a full copy. */
export function copyDollars(members: number, { here, daily, weekly }: CopyPlan): number {
  const perDay = (daily > 0 ? 1 : 0) + (weekly > 0 ? 1 / 7 : 0);
  const warm = here * perDay + daily;
  const cold = weekly / 7;
  const copied = perDay * (365 / 12);
  return (
    ((members * habits.tableKilobytes) / 1e6) *
    (warm * prices.backupGigabyte + cold * prices.coldBackupGigabyte + copied * prices.copiedGigabyte)
  );
}

export interface Choices {
  copies: CopyPlan;
  poolPlan: PoolPlan;
  /** Whether the gateway publishes metrics per route. */
  routeMetrics: boolean;
}

/** Costs that do not grow with the members. */
export interface Fixed {
  routes: number;
  alarms: number;
  composites: number;
  metrics: number;
}

/** Returns the monthly cost in dollars by service, from measured units, prices, and assumed usage. */
export function billOf(
  members: number,
  units: Units,
  fixed: Fixed,
  choices: Choices,
): Record<string, number> {
  const { active, pages, callsOfPage, checkIns, payments, moves, emails } = habits;
  const users = members * active;
  const calls = users * pages * callsOfPage;
  const paid = members * payments;
  // each check-in is written to the table and later archived
  const visits = members * checkIns;
  const writes =
    visits * (units.checkIn.write + units.archivedVisit.write) +
    paid * (units.payment.write + moves * units.move.write) +
    users * 10;
  const reads =
    calls * units.call.read +
    users * pages * units.page.read +
    visits * (units.checkIn.read + units.archivedVisit.read) +
    paid * (units.payment.read + moves * units.move.read);
  const jobSeconds = (2 * visits + paid * (1 + moves)) * units.jobSeconds;
  const gigabytes = (members * habits.tableKilobytes) / 1e6;
  const traffic = (calls * 4 + users * pages * 30) / 1e6;
  const cdnRequests = cdnRequestsOf(members);
  // six metrics per route: count, two errors, two latencies, bytes
  const metrics = fixed.metrics + (choices.routeMetrics ? fixed.routes * 6 : 0);
  return {
    'user pool': poolDollars(users, choices.poolPlan),
    table: writes * prices.tableWrite + reads * prices.tableRead + gigabytes * prices.tableGigabyte,
    'second copy of the table': copyDollars(members, choices.copies),
    functions:
      calls * prices.functionRequest +
      (calls * (units.callSeconds + coldShare(members) * habits.coldSeconds) + jobSeconds) *
        prices.functionSecond,
    gateway: calls * prices.gatewayRequest,
    'CDN and firewall':
      over(cdnRequests, prices.cdnFreeRequests) * prices.cdnRequest +
      over(traffic, prices.cdnFreeGigabytes) * prices.cdnGigabyte +
      over(cdnRequests, prices.edgeFreeRuns) * prices.edgeRun +
      prices.firewallMonth +
      cdnRequests * prices.firewallRequest,
    'watching (logs, metrics, alarms)':
      (calls / 1e6) * (prices.logGigabyte + habits.logMonths * prices.logStoredGigabyte) +
      over(calls * habits.traced, prices.freeTraces) * prices.trace +
      metrics * prices.metric +
      fixed.alarms * prices.alarm +
      fixed.composites * prices.compositeAlarm +
      prices.dashboard,
    emails: members * emails * prices.email,
    'files, queue, keys':
      ((members * habits.fileKilobytes + visits * habits.archivedMonths * habits.archivedKilobytes) / 1e6) *
        prices.fileGigabyte +
      (visits / habits.archivedInFile) * prices.filePut +
      (paid / 25) * prices.message * 3 +
      prices.key +
      4 * prices.secret +
      paid * prices.keyRequest,
  };
}

/** Requests to the CDN: calls, and files of pages. */
export const cdnRequestsOf = (members: number): number =>
  members * habits.active * habits.pages * (habits.callsOfPage + 5);

const over = (amount: number, free: number): number => Math.max(0, amount - free);

function poolDollars(users: number, plan: PoolPlan): number {
  let [counted, dollars] = [0, 0];
  for (const [upTo, price] of poolPrices[plan]) {
    const here = Math.max(0, Math.min(users, upTo) - counted);
    dollars += here * price;
    counted += here;
  }
  return dollars;
}

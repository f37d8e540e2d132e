import { archiveYears } from '../../shared/visits/visit.ts';
import { poolPrices, prices, type PoolPlan } from './prices.ts';
import type { Units } from './units.ts';

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

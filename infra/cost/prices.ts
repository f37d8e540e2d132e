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
export const poolPrices = {
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
export type PoolPlan = keyof typeof poolPrices;

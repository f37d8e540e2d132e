import { habits } from '../cost/bill.ts';

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

/** The schedules' clock is the portal's: the clubs' and partners' months begin at midnight in Chicago. */
export const timeZone = 'America/Chicago';

export interface Schedule {
  /** An EventBridge Scheduler expression. */
  when: string;
  /** Who is hurt when it does not happen. */
  hurts: string;
}

/**
 * When a handler runs by itself, by its file's name: `every-<period>.ts`. Minutes past midnight are chosen before two
 * o'clock, since the hour from two to three is missing on one day of the year.
 */
export const schedules = {
  'five-minutes': {
    when: 'rate(5 minutes)',
    hurts: 'Somebody who started a long operation sees it stand still.',
  },
  day: {
    when: 'cron(30 0 * * ? *)',
    hurts:
      'Members whose membership has ended keep their place in the program, and members from before the members list are not in it.',
  },
  'month-first': {
    when: 'cron(15 0 1 * ? *)',
    hurts: 'Partners are not charged fees for the month that begins.',
  },
  'month-ninth': {
    when: 'cron(15 0 9 * ? *)',
    hurts:
      'Clubs, and members who wait for a reimbursement, are paid late for the month that has just closed.',
  },
  'month-twenty-fifth': {
    when: 'cron(15 0 25 * ? *)',
    hurts: 'The dues of the next month cannot be collected on the 1st.',
  },
} satisfies Record<string, Schedule>;

/** The schedule of a handler such as `payments/every-month-first`; a period without a schedule is refused. */
export function scheduleOf(handler: string): Schedule {
  const period = /\/every-(.+)$/.exec(handler)?.[1] ?? '';
  const schedule = Object.entries(schedules).find(([name]) => name === period)?.[1];
  if (!schedule)
    throw new Error(`functions/${handler}.ts runs every ${period}, which infra/schedules.ts does not know.`);
  return schedule;
}

/** The handler that the jobs' queue starts. */
export const queueHandler = 'jobs/on-message';

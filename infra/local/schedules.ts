import { loadHandler, type LoadModule } from '../build/handler-sources.ts';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './tools/user-error.ts';
import { addDays, dateInChicago, periodOf, timeInChicago } from '../../shared/calendar.ts';
import { type Schedule, type ScheduledHandler, scheduledHandlers, schedules } from '../build/schedules.ts';

/** A run of a scheduled handler (`payments/generate-current-month`) and its due time. */
export interface DueSchedule {
  handler: ScheduledHandler;
  time: Date;
}

/** Returns a local time in Chicago as an instant; schedules avoid the hour that is skipped or repeated. */
function instantOf(date: string, hour: number, minute: number): Date {
  const [summer = new Date(Number.NaN), winter = summer] = [5, 6].map((offset) => {
    const instant = new Date(`${date}T00:00:00Z`);
    instant.setUTCHours(hour + offset, minute);
    return instant;
  });
  return timeInChicago(summer).hour === hour ? summer : winter;
}

/** Returns a handler's rate in minutes; 0 for a daily or monthly one. */
function minutesOf(handler: ScheduledHandler): number {
  return Number(/^rate\((\d+) minutes?\)$/.exec(schedules[handler].when)?.[1] ?? 0);
}

/** Returns minute, hour, and day of the month (`*`: every day) of a handler; undefined for one with a rate. */
const dailyOf = (handler: ScheduledHandler) => {
  const [, minute, hour, day] = /^cron\((\d+) (\d+) (\d+|\*) \* \? \*\)$/.exec(schedules[handler].when) ?? [];
  return day === undefined ? undefined : { handler, minute: Number(minute), hour: Number(hour), day };
};

/** Handlers by their rate in minutes. */
export const schedulesByMinutes: ReadonlyMap<number, readonly ScheduledHandler[]> = Map.groupBy(
  scheduledHandlers.filter((handler) => minutesOf(handler) > 0),
  minutesOf,
);

/** Returns the runs that became due in a time span, in order; of a schedule that covers its month, the last per month. */
export function schedulesDue(after: Date, until: Date): DueSchedule[] {
  const daily = scheduledHandlers.flatMap((handler) => dailyOf(handler) ?? []);
  const due: DueSchedule[] = [];
  const last = dateInChicago(until);
  for (let date = dateInChicago(after); date <= last; date = addDays(date, 1))
    for (const { handler, minute, hour, day } of daily)
      if (day === '*' || Number(day) === Number(date.slice(8)))
        due.push({ handler, time: instantOf(date, hour, minute) });
  const past = due
    .filter(({ time }) => time > after && time <= until)
    .toSorted((left, other) => left.time.getTime() - other.time.getTime());
  const lastOfMonth = new Map(
    past.map((dueSchedule) => [`${dueSchedule.handler} ${monthOf(dueSchedule)}`, dueSchedule]),
  );
  return past.filter(
    (dueSchedule) =>
      !rowOf(dueSchedule.handler).coversMonth ||
      lastOfMonth.get(`${dueSchedule.handler} ${monthOf(dueSchedule)}`) === dueSchedule,
  );
}

const monthOf = ({ time }: DueSchedule): string => periodOf(dateInChicago(time));
const rowOf = (handler: ScheduledHandler): Schedule => schedules[handler];

interface Runner {
  load: LoadModule;
  /** Folder of all local data, which stores the progress of the schedules. */
  folder: string;
  now: () => Date;
  /** Waits for the jobs that a schedule started. */
  settled: () => Promise<void>;
}

/**
 * Replaces EventBridge Scheduler: each call runs the schedules that have become due since the previous call, in
 * order, also when the local clock moved ahead by months. The first call starts at the current time.
 */
export function scheduleRunner({ load, folder, now, settled }: Runner): () => Promise<void> {
  const file = join(folder, 'schedules.json');
  let ranUntil = existsSync(file) ? storedTime(file) : undefined;
  const keep = (instant: Date) => {
    ranUntil = instant;
    // a new file replaces the former one as a whole, also when the machine stops
    writeFileSync(`${file}.new`, JSON.stringify({ ranUntil: instant.toISOString() }), { flush: true });
    renameSync(`${file}.new`, file);
  };
  let running = false;
  return async () => {
    if (running) return;
    running = true;
    try {
      // a clock that was set back repeats schedules, which are idempotent
      if (!ranUntil || now() < ranUntil) return keep(now());
      for (const { handler, time } of schedulesDue(ranUntil, now())) {
        await runSchedule(load, handler, time);
        keep(time);
        await settled();
      }
    } finally {
      running = false;
    }
  };
}

/** Returns the stored time of the last schedule. Throws UserError, which ends the start, if the file is damaged. */
function storedTime(file: string): Date {
  const text = readFileSync(file, 'utf8');
  const time = new Date(/^\{"ranUntil":"([^"]+)"\}$/.exec(text.trim())?.[1] ?? '');
  if (Number.isNaN(time.getTime()))
    throw new UserError(
      `${file} is damaged, so it is unknown which schedules are due. Write {"ranUntil":"<time of the last run>"} into it, such as {"ranUntil":"2026-11-27T00:00:00.000Z"}, and start again. No schedule was run.`,
    );
  return time;
}

async function runSchedule(load: LoadModule, handler: string, time: Date): Promise<void> {
  try {
    const run = (await loadHandler(load, handler)) as (event: { time: string }) => Promise<void>;
    await run({ time: time.toISOString() });
  } catch (error) {
    console.error(`${handler}, due ${time.toISOString()}, stopped:`, error);
  }
}

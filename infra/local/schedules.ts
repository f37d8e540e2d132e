import { handlerFile, type LoadModule } from '../handler-names.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, dateInChicago, periodOf, timeInChicago } from '../../shared/calendar.ts';
import { type Schedule, type ScheduledHandler, scheduledHandlers, schedules } from '../schedules.ts';

/** One run of a scheduled handler: `payments/generate-current-month`, and the instant it is due. */
export interface DueSchedule {
  handler: ScheduledHandler;
  time: Date;
}

/** A day's wall clock in Chicago as an instant; the schedules keep clear of the hour that is missing or doubled. */
function instantOf(date: string, hour: number, minute: number): Date {
  const [summer = new Date(Number.NaN), winter = summer] = [5, 6].map((offset) => {
    const instant = new Date(`${date}T00:00:00Z`);
    instant.setUTCHours(hour + offset, minute);
    return instant;
  });
  return timeInChicago(summer).hour === hour ? summer : winter;
}

/** Every how many minutes a handler runs; 0 for one that runs by the day. */
function minutesOf(handler: ScheduledHandler): number {
  return Number(/^rate\((\d+) minutes\)$/.exec(schedules[handler].when)?.[1] ?? 0);
}

/**
 * When a handler runs: minute, hour and day of the month (`*` for every day); undefined for one that is not by the day.
 */
const dailyOf = (handler: ScheduledHandler) => {
  const [, minute, hour, day] = /^cron\((\d+) (\d+) (\d+|\*) \* \? \*\)$/.exec(schedules[handler].when) ?? [];
  return day === undefined ? undefined : { handler, minute: Number(minute), hour: Number(hour), day };
};

/** The handlers that run every so many minutes, by how many, in their order. */
export const schedulesByMinutes: ReadonlyMap<number, readonly ScheduledHandler[]> = Map.groupBy(
  scheduledHandlers.filter((handler) => minutesOf(handler) > 0),
  minutesOf,
);

/**
 * The schedules that fell due after one instant and until another, in their order; of one that covers its month, the
 * last of each month.
 */
export function schedulesDue(after: Date, until: Date): DueSchedule[] {
  const daily = scheduledHandlers.flatMap((handler) => dailyOf(handler) ?? []);
  const due: DueSchedule[] = [];
  const last = dateInChicago(until);
  for (let date = dateInChicago(after); date <= last; date = addDays(date, 1))
    for (const { handler, minute, hour, day } of daily)
      if (day === '*' || Number(day) === Number(date.slice(8)))
        due.push({ handler, time: instantOf(date, hour, minute) });
  const passed = due
    .filter(({ time }) => time > after && time <= until)
    .toSorted((left, other) => left.time.getTime() - other.time.getTime());
  const lastOfMonth = new Map(passed.map((one) => [`${one.handler} ${monthOf(one)}`, one]));
  return passed.filter(
    (one) => !rowOf(one.handler).coversMonth || lastOfMonth.get(`${one.handler} ${monthOf(one)}`) === one,
  );
}

const monthOf = ({ time }: DueSchedule): string => periodOf(dateInChicago(time));
const rowOf = (handler: ScheduledHandler): Schedule => schedules[handler];

interface Runner {
  load: LoadModule;
  /** The folder of all local data: how far the schedules have come survives a restart. */
  folder: string;
  now: () => Date;
  /** Waits until the jobs that a schedule began are done. */
  settled: () => Promise<void>;
}

/**
 * Replaces EventBridge Scheduler: each call runs the schedules that have become due since the previous call, in
 * order, also when the local clock moved ahead by months. The first call starts at the current time.
 */
export function scheduleRunner({ load, folder, now, settled }: Runner): () => Promise<void> {
  const file = join(folder, 'schedules.json');
  const keep = (instant: Date) => writeFileSync(file, JSON.stringify({ ranUntil: instant.toISOString() }));
  let running = false;
  return async () => {
    if (running) return;
    running = true;
    try {
      if (!existsSync(file)) keep(now());
      const { ranUntil } = JSON.parse(readFileSync(file, 'utf8')) as { ranUntil: string };
      // a clock that was set back passes its schedules again; what they made is only completed
      if (now() < new Date(ranUntil)) return keep(now());
      for (const { handler, time } of schedulesDue(new Date(ranUntil), now())) {
        await runSchedule(load, handler, time);
        keep(time);
        await settled();
      }
    } finally {
      running = false;
    }
  };
}

async function runSchedule(load: LoadModule, handler: string, time: Date): Promise<void> {
  try {
    const { handler: run } = (await load(`/${handlerFile(handler)}`)) as {
      handler: (event: { time: string }) => Promise<void>;
    };
    await run({ time: time.toISOString() });
  } catch (error) {
    console.error(`${handler}, due ${time.toISOString()}, stopped:`, error);
  }
}

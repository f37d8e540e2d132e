import { addDays, daysInPeriod, periodStart, weekday } from '../../shared/calendar.ts';
import type { DailyUsage } from '../../shared/members/usage-log.ts';
import { Icon } from '../ui/Icon.tsx';

interface MonthCalendarProps {
  /** `yyyymm`. */
  periodId: string;
  days: readonly Pick<DailyUsage, 'date' | 'counted'>[];
}

const weekdays = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];

/** A month with marked visits; the table beside it has the same content as text. */
export function MonthCalendar({ periodId, days }: MonthCalendarProps) {
  const counted = new Set(days.filter((day) => day.counted).map(({ date }) => date));
  const kept = new Set(days.map(({ date }) => date));
  const first = periodStart(periodId);
  const dates = Array.from({ length: daysInPeriod(periodId) }, (_, index) => addDays(first, index));
  return (
    <div className="month-calendar" aria-hidden>
      {weekdays.map((day, index) => (
        <span key={index} className="month-weekday">
          {day}
        </span>
      ))}
      {Array.from({ length: weekday(first) }, (_, index) => (
        <span key={`before ${index}`} />
      ))}
      {dates.map((date) => (
        <span
          key={date}
          className="month-day"
          data-visit={counted.has(date) ? 'counted' : kept.has(date) ? 'kept' : undefined}
        >
          {Number(date.slice(8))}
          {counted.has(date) && <Icon name="check" size={14} />}
        </span>
      ))}
    </div>
  );
}

import { healthySeries } from './failure.ts';
import type { CompositeAlarm, Definitions, MetricName } from './definitions.ts';
import { isInAlarm, isSameMetric, recordingsOf, watches, type Recorded, type Series } from './series.ts';

/** A message that an alarm sent, by minutes since the beginning of the fault. */
export interface Message {
  alarm: string;
  minute: number;
  description: string;
}

/** Healthy time before a fault: longer than the longest window of an alarm, 26 hours. */
const before = 28 * 60;

/**
 * Returns the messages that the alarms send when these series replace those of a healthy portal.
 *
 * @param hours hours from the beginning of the series until the end
 */
export function messagesOf(
  { metricAlarms, compositeAlarms }: Definitions,
  recorded: readonly Recorded[],
  hours: number,
): Message[] {
  const recordings = recordingsOf((metric) => seriesWithFailure(recorded, metric));
  // alarms of other metrics are not active
  const affected = metricAlarms.filter((alarm) => recorded.some(({ metric }) => watches(alarm, metric)));
  const messages: Message[] = [];
  const states = new Map<string, boolean>();
  const actions = new Map(compositeAlarms.map((alarm) => [alarm.name, new Actions(alarm)]));
  for (let minute = 0; minute <= hours * 60; minute += 1) {
    for (const alarm of affected) {
      const isActive = isInAlarm(alarm, recordings, before + minute);
      if (isActive && !states.get(alarm.name) && alarm.notifies)
        messages.push({ alarm: alarm.name, minute, description: alarm.description });
      states.set(alarm.name, isActive);
    }
    settle(compositeAlarms, states);
    for (const { name, suppressor, description } of compositeAlarms) {
      const isSuppressed = suppressor !== undefined && states.get(suppressor) === true;
      if (actions.get(name)?.runAt(minute, states.get(name) === true, isSuppressed))
        messages.push({ alarm: name, minute, description });
    }
  }
  return messages;
}

/** Sets the states of composite alarms, some of which name others. */
function settle(composites: readonly CompositeAlarm[], states: Map<string, boolean>): void {
  for (let round = 0; round < 3; round += 1)
    for (const { name, rule } of composites) states.set(name, isTrue(rule, states));
}

function isTrue(rule: string, states: ReadonlyMap<string, boolean>): boolean {
  const all = rule.replaceAll(/^\(|\)$/g, '').split(/ (AND|OR) /);
  const operator = all[1] ?? 'OR';
  const parts = all.filter((_, index) => index % 2 === 0);
  if (all.some((text, index) => index % 2 === 1 && text !== operator))
    throw new Error(`This rule is not supported: ${rule}`);
  const active = parts.map((part) => {
    const [, name] = /^ALARM\("([^"]+)"\)$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`This rule is not supported: ${rule}`);
    return states.get(name) === true;
  });
  return operator === 'AND' ? active.every(Boolean) : active.some(Boolean);
}

/**
 * Actions of a composite alarm: they wait for the suppressor to become active, and remain suppressed for the extension
 * after it ends.
 */
class Actions {
  private readonly alarm: CompositeAlarm;
  private activeSince: number | undefined;
  private suppressedUntil = -1;
  private isDone = false;

  constructor(alarm: CompositeAlarm) {
    this.alarm = alarm;
  }

  /** Reports whether the actions run at this minute. */
  runAt(minute: number, isActive: boolean, isSuppressed: boolean): boolean {
    const { notifies, suppressor, waitMinutes, extensionMinutes } = this.alarm;
    if (!isActive) {
      this.activeSince = undefined;
      this.isDone = false;
      this.suppressedUntil = -1;
      return false;
    }
    this.activeSince ??= minute;
    if (isSuppressed) this.suppressedUntil = minute + extensionMinutes;
    if (this.isDone || !notifies || minute <= this.suppressedUntil) return false;
    if (suppressor !== undefined && minute < this.activeSince + waitMinutes) return false;
    this.isDone = true;
    return true;
  }
}

function seriesWithFailure(recorded: readonly Recorded[], metric: MetricName): Series[] {
  const own = recorded.filter((row) => isSameMetric(anyValue(metric, row.metric), row.metric));
  const healthy = healthySeries(metric) ?? (() => undefined);
  return own.length === 0
    ? [healthy]
    : own.map(
        ({ series }): Series =>
          (minute) =>
            minute < before ? healthy(minute) : series(minute - before),
      );
}

/** Returns the metric with each `*` replaced by the value of another. */
const anyValue = (wanted: MetricName, { dimensions }: MetricName): MetricName => ({
  ...wanted,
  dimensions: Object.fromEntries(
    Object.entries(wanted.dimensions).map(([name, value]) => [
      name,
      value === '*' ? (dimensions[name] ?? value) : value,
    ]),
  ),
});

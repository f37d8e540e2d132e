import { evaluate, type Datum } from './metric-math.ts';
import type { MetricAlarm, MetricName } from './definitions.ts';

/** Values that a metric receives within a minute; undefined without data. */
export type Series = (minute: number) => readonly number[] | undefined;

/** A metric with its values. */
export interface Recorded {
  metric: MetricName;
  series: Series;
}

export const isSameMetric = (left: MetricName, right: MetricName): boolean =>
  left.namespace === right.namespace &&
  left.name === right.name &&
  Object.keys(left.dimensions).length === Object.keys(right.dimensions).length &&
  Object.entries(left.dimensions).every(([name, value]) => right.dimensions[name] === value);

/** Values of a metric by minute, with running sums, so that a window of any length costs the same. */
class Recording {
  private readonly values: (readonly number[] | undefined)[] = [];
  private readonly sums = [0];
  private readonly counts = [0];
  private readonly series: readonly Series[];

  constructor(series: readonly Series[]) {
    this.series = series;
  }

  private readUntil(minute: number): void {
    for (let next = this.values.length; next < minute; next += 1) {
      const values = this.series.flatMap((series) => series(next) ?? []);
      this.values.push(values);
      this.sums.push((this.sums[next] ?? 0) + values.reduce((sum, value) => sum + value, 0));
      this.counts.push((this.counts[next] ?? 0) + values.length);
    }
  }

  /** Returns a statistic of the values from a minute (inclusive) to another. */
  statisticOf(statistic: string, from: number, to: number): Datum {
    this.readUntil(to);
    const difference = (running: readonly number[]) => (running[to] ?? 0) - (running[from] ?? 0);
    const count = difference(this.counts);
    if (count === 0) return undefined;
    if (statistic === 'Sum') return difference(this.sums);
    if (statistic === 'Average') return difference(this.sums) / count;
    const values = this.values
      .slice(from, to)
      .flatMap((some) => some ?? [])
      .toSorted((series, right) => series - right);
    if (statistic === 'Maximum') return values.at(-1);
    const percent = Number(/^p(\d+)$/.exec(statistic)?.[1]);
    if (Number.isNaN(percent)) throw new Error(`This statistic is not supported: ${statistic}`);
    return values[Math.ceil((values.length * percent) / 100) - 1];
  }
}

/** Returns the recording of a metric; `*` as the value of a dimension means any. */
export type Recordings = (metric: MetricName) => Recording;

export function recordingsOf(seriesOf: (metric: MetricName) => readonly Series[]): Recordings {
  const recordings = new Map<string, Recording>();
  return (metric) => {
    const key = JSON.stringify([metric.namespace, metric.name, metric.dimensions]);
    const recording = recordings.get(key) ?? new Recording(seriesOf(metric));
    recordings.set(key, recording);
    return recording;
  };
}

const insightsQuery = /^SELECT SUM\((\w+)\) FROM SCHEMA\("([\w/]+)", ([\w, ]+)\)$/;

/** Returns the metrics of a query of Metrics Insights: those with exactly the named dimensions, with any values. */
function matches(query: string, { namespace, name, dimensions }: MetricName): boolean {
  const [, metricName, schema, names = ''] = insightsQuery.exec(query) ?? [];
  return (
    name === metricName &&
    namespace === schema &&
    Object.keys(dimensions).toSorted().join() === names.split(', ').toSorted().join()
  );
}

/** Reports whether an alarm watches a metric. */
export const watches = (alarm: MetricAlarm, metric: MetricName): boolean =>
  alarm.parts.some(({ metric: own, expression }) =>
    own ? isSameMetric(own, metric) : expression !== undefined && matches(expression, metric),
  );

/**
 * Returns the state of an alarm at a minute. Simplified: CloudWatch can also use older data instead of missing data,
 * which delays a state by some periods.
 */
export function isInAlarm(alarm: MetricAlarm, recordings: Recordings, at: number): boolean {
  const period = alarm.parts.find(({ metric, periodMinutes }) => metric ?? periodMinutes);
  const minutes = period?.metric?.periodMinutes ?? period?.periodMinutes ?? 0;
  for (let back = 0; back < alarm.periods; back += 1) {
    const to = at - back * minutes;
    const datum = datumOf(alarm, recordings, to - minutes, to);
    const breaches =
      datum === undefined
        ? alarm.missingBreaches
        : alarm.isBelow
          ? datum < alarm.threshold
          : datum >= alarm.threshold;
    if (!breaches) return false;
  }
  return true;
}

function datumOf({ parts }: MetricAlarm, recordings: Recordings, from: number, to: number): Datum {
  const metrics = new Map<string, Datum>();
  for (const { id, metric } of parts)
    if (metric) metrics.set(id, recordings(metric).statisticOf(metric.statistic, from, to));
  const valueOf = (id: string): Datum => {
    if (metrics.has(id)) return metrics.get(id);
    const expression = parts.find((part) => part.id === id)?.expression;
    if (expression === undefined) throw new Error(`There is no metric ${id}.`);
    const [, name, namespace, names] = insightsQuery.exec(expression) ?? [];
    if (name === undefined || namespace === undefined || names === undefined)
      return evaluate(expression, valueOf, metrics);
    const dimensions = Object.fromEntries(names.split(', ').map((text) => [text, '*']));
    return recordings({ namespace, name, dimensions }).statisticOf('Sum', from, to);
  };
  const [first] = parts;
  return first && valueOf(first.id);
}

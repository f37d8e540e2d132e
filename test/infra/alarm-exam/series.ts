import type { MetricAlarm, MetricName } from './definitions.ts';

/** Value of a metric in one period; undefined without data. */
type Datum = number | undefined;

type Token = string;

const tokens = (text: string): Token[] =>
  text.match(/"[^"]*"|[A-Za-z_][\w]*|\d+(?:\.\d+)?|>=|<=|==|[-+*/(),<>]/g) ?? [];

const operators: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '>': (left, right) => Number(left > right),
  '<': (left, right) => Number(left < right),
  '>=': (left, right) => Number(left >= right),
  '<=': (left, right) => Number(left <= right),
  '==': (left, right) => Number(left === right),
};
/** By precedence, the weakest first. */
const levels = [
  ['>', '<', '>=', '<=', '=='],
  ['+', '-'],
  ['*', '/'],
];

/**
 * Evaluates the part of CloudWatch's metric math that alarms of this portal use, for one period: arithmetic,
 * comparisons, IF, and SUM, MAX, and MIN over METRICS("…"), which ignore metrics without data. Throws on anything else.
 *
 * @param metrics metrics without expressions, for METRICS()
 */
export const evaluate = (
  text: string,
  valueOf: (id: string) => Datum,
  metrics: ReadonlyMap<string, Datum>,
): Datum => new Evaluation(text, valueOf, metrics).result();

class Evaluation {
  private readonly text: string;
  private readonly left: Token[];
  private readonly valueOf: (id: string) => Datum;
  private readonly metrics: ReadonlyMap<string, Datum>;

  constructor(text: string, valueOf: (id: string) => Datum, metrics: ReadonlyMap<string, Datum>) {
    this.text = text;
    this.left = tokens(text);
    this.valueOf = valueOf;
    this.metrics = metrics;
  }

  result(): Datum {
    const value = this.operation(0);
    return this.left.length === 0 ? value : this.fail();
  }

  private fail(): never {
    throw new Error(`This expression is not supported: ${this.text}`);
  }

  private next(token: Token): void {
    if (this.left.shift() !== token) this.fail();
  }

  private operation(level: number): Datum {
    const signs = levels[level];
    if (!signs) return this.operand();
    let value = this.operation(level + 1);
    while (this.left[0] !== undefined && signs.includes(this.left[0])) {
      const operator = operators[this.left.shift() ?? ''] ?? this.fail();
      const right = this.operation(level + 1);
      const result = value === undefined || right === undefined ? undefined : operator(value, right);
      // CloudWatch has no result for a division by zero
      value = result !== undefined && Number.isFinite(result) ? result : undefined;
    }
    return value;
  }

  private operand(): Datum {
    const token = this.left.shift() ?? this.fail();
    if (/^\d/.test(token)) return Number(token);
    if (token === '(') return this.closed(this.operation(0));
    if (this.left[0] !== '(') return /^[a-z]/.test(token) ? this.valueOf(token) : this.fail();
    this.left.shift();
    return this.closed(token === 'IF' ? this.choice() : this.overMetrics(token));
  }

  private closed(value: Datum): Datum {
    this.next(')');
    return value;
  }

  private choice(): Datum {
    const condition = this.operation(0);
    this.next(',');
    const then = this.operation(0);
    this.next(',');
    const otherwise = this.operation(0);
    return condition === undefined ? undefined : condition === 0 ? otherwise : then;
  }

  private overMetrics(name: string): Datum {
    this.next('METRICS');
    this.next('(');
    const part = (this.left.shift() ?? '').replaceAll('"', '');
    this.next(')');
    const values = [...this.metrics].flatMap(([id, value]) =>
      id.includes(part) && value !== undefined ? [value] : [],
    );
    if (values.length === 0) return undefined;
    if (name === 'SUM') return values.reduce((sum, value) => sum + value, 0);
    if (name === 'MAX') return Math.max(...values);
    return name === 'MIN' ? Math.min(...values) : this.fail();
  }
}

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

import './bar-chart.css';

export interface Bar {
  key: string;
  label: string;
  value: number;
  /** The tooltip of a bar and its text for screen readers. */
  description: string;
}

/** Returns the lowest of 1, 2, 5, 10, 20, 50, … that is not below the value, or its double for an even middle. */
function axisEnd(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const end = [1, 2, 5, 10].map((step) => step * magnitude).find((step) => step >= value) ?? value;
  return end === 1 ? 2 : end % 2 === 0 || end >= 10 ? end : end + 1;
}

interface BarChartProps {
  title: string;
  bars: readonly Bar[];
  /** Only every so many bars are labeled, from the first. */
  everyNth?: number;
  /** Text of a value on the axis. */
  textOf?: (value: number) => string;
}

const plainNumber = (value: number): string => value.toLocaleString('en-US');

/** Vertical bars from zero; a table of the page has the same values. */
export function BarChart({ title, bars, everyNth = 1, textOf = plainNumber }: BarChartProps) {
  const end = axisEnd(Math.max(1, ...bars.map(({ value }) => value)));
  return (
    <div className="bar-chart-frame">
      <div className="bar-axis" aria-hidden>
        {[end, end / 2, 0].map((value) => (
          <span key={value}>{textOf(value)}</span>
        ))}
      </div>
      <ol className="bar-chart" aria-label={title}>
        {bars.map(({ key, label, value, description }, index) => (
          <li key={key} title={description}>
            <span className="hidden-text">{description}</span>
            <span className="bar-value" style={{ blockSize: `${(value / end) * 100}%` }} aria-hidden />
            <span className="bar-label" aria-hidden>
              {index % everyNth === 0 ? label : ''}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Value of a metric in one period; undefined without data. */
export type Datum = number | undefined;

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

/** Item of the in-memory table. */
export type Item = Record<string, unknown>;

/** Placeholders of an expression. */
export interface Placeholders {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

type Test = (item: Item, placeholders: Placeholders) => boolean;
type Operand = (item: Item, placeholders: Placeholders) => unknown;

const token = /\s*(<=|>=|<>|[=<>(),]|[#:]?\w+)/gy;

function tokensOf(text: string): string[] {
  const found: string[] = [];
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const match = token.exec(text);
    if (!match?.[1]) throw new Error(`unsupported expression: ${text}`);
    found.push(match[1]);
  }
  return found;
}

/** Compares text by code point, the order of its UTF-8 bytes. */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return inByteOrder(a) - inByteOrder(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above U+FFFF, which follow U+E000 to U+FFFF. */
const inByteOrder = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;

/** Compares values of one type; undefined if they cannot be compared. */
function compare(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return undefined;
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right ||
  (typeof left === 'object' && typeof right === 'object' && JSON.stringify(left) === JSON.stringify(right));

const comparisons: Record<string, (left: unknown, right: unknown) => boolean> = {
  '=': (left, right) => left !== undefined && isEqual(left, right),
  '<>': (left, right) => !isEqual(left, right),
  '<': (left, right) => (compare(left, right) ?? 0) < 0,
  '>': (left, right) => (compare(left, right) ?? 0) > 0,
  '<=': (left, right) => (compare(left, right) ?? 1) <= 0,
  '>=': (left, right) => (compare(left, right) ?? -1) >= 0,
};

class Parser {
  private readonly tokens: string[];
  private at = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  private next(): string {
    return this.tokens[this.at++] ?? '';
  }

  private takes(word: string): boolean {
    if (this.tokens[this.at]?.toLowerCase() !== word) return false;
    this.at += 1;
    return true;
  }

  private expect(word: string): void {
    if (!this.takes(word)) throw new Error(`expected ${word}, not ${this.tokens[this.at]}`);
  }

  get isDone(): boolean {
    return this.at === this.tokens.length;
  }

  condition(): Test {
    let left = this.conjunction();
    while (this.takes('or')) {
      const [first, second] = [left, this.conjunction()];
      left = (item, values) => first(item, values) || second(item, values);
    }
    return left;
  }

  private conjunction(): Test {
    let left = this.term();
    while (this.takes('and')) {
      const [first, second] = [left, this.term()];
      left = (item, values) => first(item, values) && second(item, values);
    }
    return left;
  }

  private term(): Test {
    if (this.takes('(')) {
      const inner = this.condition();
      this.expect(')');
      return inner;
    }
    const word = this.tokens[this.at] ?? '';
    if (this.tokens[this.at + 1] === '(') return this.call(word);
    const left = this.operand();
    if (this.takes('between')) {
      const low = this.operand();
      this.expect('and');
      const high = this.operand();
      return (item, values) =>
        (compare(left(item, values), low(item, values)) ?? -1) >= 0 &&
        (compare(left(item, values), high(item, values)) ?? 1) <= 0;
    }
    if (this.takes('in')) {
      const values = this.operands();
      return (item, placeholders) => {
        const value = left(item, placeholders);
        return value !== undefined && values.some((one) => isEqual(one(item, placeholders), value));
      };
    }
    const holds = comparisons[this.next()];
    if (!holds) throw new Error(`unsupported comparison after ${word}`);
    const right = this.operand();
    return (item, values) => holds(left(item, values), right(item, values));
  }

  private operands(): Operand[] {
    this.expect('(');
    const found = [this.operand()];
    while (this.takes(',')) found.push(this.operand());
    this.expect(')');
    return found;
  }

  private call(name: string): Test {
    this.at += 2;
    const first = this.operand();
    const second = this.takes(',') ? this.operand() : undefined;
    this.expect(')');
    if (name === 'attribute_exists') return (item, values) => first(item, values) !== undefined;
    if (name === 'attribute_not_exists') return (item, values) => first(item, values) === undefined;
    if (name === 'begins_with' && second)
      return (item, values) => {
        const [text, start] = [first(item, values), second(item, values)];
        return typeof text === 'string' && typeof start === 'string' && text.startsWith(start);
      };
    throw new Error(`unsupported function ${name}`);
  }

  private operand(): Operand {
    const word = this.next();
    if (word.startsWith(':')) return (_, { ExpressionAttributeValues }) => ExpressionAttributeValues?.[word];
    return (item, { ExpressionAttributeNames }) => item[ExpressionAttributeNames?.[word] ?? word];
  }

  /** Parses `SET a = :a, b = :b ADD c :c REMOVE d`. */
  update(): (item: Item, placeholders: Placeholders) => void {
    const steps: ((item: Item, placeholders: Placeholders) => void)[] = [];
    let clause = '';
    while (!this.isDone) {
      const word = this.next();
      if (['set', 'add', 'remove'].includes(word.toLowerCase())) clause = word.toLowerCase();
      else if (word !== ',') steps.push(this.assignment(clause, word));
    }
    return (item, placeholders) => steps.forEach((step) => step(item, placeholders));
  }

  private assignment(clause: string, word: string): (item: Item, placeholders: Placeholders) => void {
    const nameIn = ({ ExpressionAttributeNames }: Placeholders) => ExpressionAttributeNames?.[word] ?? word;
    if (clause === 'remove') return (item, values) => void delete item[nameIn(values)];
    if (clause === 'set') this.expect('=');
    const value = this.operand();
    if (clause === 'set') return (item, values) => void (item[nameIn(values)] = value(item, values));
    if (clause !== 'add') throw new Error(`unsupported clause ${clause}`);
    return (item, values) => {
      const name = nameIn(values);
      item[name] = Number(item[name] ?? 0) + Number(value(item, values));
    };
  }
}

function cached<Parsed>(parse: (parser: Parser) => Parsed): (text: string) => Parsed {
  const known = new Map<string, Parsed>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const parser = new Parser(text);
    const parsed = parse(parser);
    if (!parser.isDone) throw new Error(`unsupported expression: ${text}`);
    known.set(text, parsed);
    return parsed;
  };
}

/** Returns the test of a condition, key condition, or filter expression. */
export const conditionOf = cached((parser) => parser.condition());

/** Returns the change of an update expression. */
export const updateOf = cached((parser) => parser.update());

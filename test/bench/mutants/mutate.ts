import { parseSync } from 'vite';

/** One small wrong change of a source file. */
export interface Mutant {
  id: number;
  path: string;
  line: number;
  was: string;
  becomes: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const swapped: Record<string, readonly string[]> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
};
const swappedMethods: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  padStart: 'padEnd',
  padEnd: 'padStart',
};
/** Left out, they give back what they were called on. */
const droppedMethods = ['filter', 'slice', 'toSorted', 'toReversed', 'trim', 'toUpperCase', 'toLowerCase'];

/** What is only types, or is no expression. */
const skipped =
  /^(TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll|ExportSpecifier|TaggedTemplate|Decorator)/;

const text = (code: string, { start, end }: Node) => code.slice(start, end);
const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** What an expression may become; each replaces the whole of it. */
function replacements(code: string, node: Node, parent: Node | undefined): string[] {
  const { operator, left, right, argument } = node;
  const of = (value: unknown) => (isNode(value) ? text(code, value) : '');
  // `??` stands beside `&&` and `||` in parentheses only
  if (node.type === 'LogicalExpression')
    return (swapped[String(operator)] ?? []).map((one) => `(${of(left)}) ${one} (${of(right)})`);
  if (node.type === 'BinaryExpression') {
    if (operator === '+' && [left, right].some((side) => isNode(side) && isText(side))) return [];
    return (swapped[String(operator)] ?? []).map((one) => `${of(left)} ${one} ${of(right)}`);
  }
  if (node.type === 'AssignmentExpression')
    return (swapped[String(operator)] ?? [])
      .filter((one) => one.endsWith('='))
      .map((one) => `${of(left)} ${one} ${of(right)}`);
  if (node.type === 'UnaryExpression' && (operator === '!' || operator === '-')) return [of(argument)];
  if (node.type === 'Literal') return literals(node, parent);
  if (node.type === 'TemplateLiteral') return text(code, node) === '``' ? [] : ['``'];
  if (node.type === 'ArrayExpression') return (node.elements as unknown[]).length > 0 ? ['[]'] : [];
  if (node.type === 'ObjectExpression') return (node.properties as unknown[]).length > 0 ? ['{}'] : [];
  if (node.type === 'ArrowFunctionExpression' && isNode(node.body) && node.body.type !== 'BlockStatement')
    return ['() => undefined'];
  return node.type === 'CallExpression' ? calls(code, node) : [];
}

function literals({ value }: Node, parent: Node | undefined): string[] {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value !== 'string' || parent?.type === 'ExpressionStatement') return [];
  return [value === '' ? "'something'" : "''"];
}

function calls(code: string, node: Node): string[] {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee.computed || callee.optional) return [];
  if (!isNode(callee.object) || !isNode(callee.property)) return [];
  const name = text(code, callee.property);
  const object = text(code, callee.object);
  const rest = code.slice(callee.property.end, node.end);
  const other = Object.hasOwn(swappedMethods, name) ? swappedMethods[name] : undefined;
  // z.string().min() and the like are rules too, and have the other as well
  if (other) return [`${object}.${other}${rest}`];
  return droppedMethods.includes(name) ? [object] : [];
}

const tests = ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement'];

/** The source with all its mutants in it, each behind a question of `__mutant`; ids count from `firstId`. */
export function withMutants(
  path: string,
  code: string,
  firstId: number,
): { code: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  const add = (node: Node, becomes: string): number => {
    const id = firstId + mutants.length;
    const line = code.slice(0, node.start).split('\n').length;
    mutants.push({ id, path, line, was: text(code, node), becomes });
    return id;
  };
  const render = (node: Node, parent?: Node, isCondition = false): string => {
    if (skipped.test(node.type)) return text(code, node);
    let inner = '';
    let at = node.start;
    for (const [child, condition] of childrenOf(node)) {
      inner += code.slice(at, child.start) + render(child, node, condition);
      at = child.end;
    }
    inner += code.slice(at, node.end);
    if (node.type === 'BlockStatement' && (node.body as unknown[]).length > 0)
      return `{ if (__mutant(${add(node, '{}')})) {} else ${inner} }`;
    const others = [...replacements(code, node, parent), ...(isCondition ? ['true', 'false'] : [])];
    if (others.length === 0) return inner;
    const questions = others.map((one) => `__mutant(${add(node, one)}) ? (${one}) : `).join('');
    return `(${questions}(${inner}))`;
  };
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  const body = (root.body as Node[]).toSorted((one, other) => one.start - other.start);
  let out = '';
  let at = 0;
  for (const statement of body) {
    out += code.slice(at, statement.start) + render(statement, root);
    at = statement.end;
  }
  return { code: out + code.slice(at), mutants };
}

/** Expressions and statements within a node, in order; names, keys and types are none. */
function childrenOf(node: Node): [child: Node, isCondition: boolean][] {
  const found: [Node, boolean][] = [];
  for (const [name, value] of Object.entries(node)) {
    if (
      ['parent', 'typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'id', 'quasi'].includes(
        name,
      )
    )
      continue;
    if (name === 'key' || (name === 'property' && !node.computed) || name === 'label') continue;
    if (node.type === 'Property' && node.shorthand === true) continue;
    if (name === 'left' && /^(Assignment|For(Of|In))/.test(node.type)) continue;
    if (name === 'params') for (const one of value as Node[]) found.push(...defaultsOf(one));
    else if (node.type === 'UpdateExpression' || node.type.endsWith('Pattern')) continue;
    else
      for (const one of Array.isArray(value) ? value : [value])
        if (isNode(one)) found.push([one, name === 'test' && tests.includes(node.type)]);
  }
  return found.toSorted(([one], [other]) => one.start - other.start);
}

/** A parameter is no expression; what it is by default is. */
function defaultsOf(parameter: Node): [Node, boolean][] {
  return parameter.type === 'AssignmentPattern' && isNode(parameter.right) ? [[parameter.right, false]] : [];
}

import { resourceNames } from './resource-names.ts';

/** A statement of a role's policy, with the resources by the names that uses have for them. */
export interface EvaluatedStatement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
  condition: Condition;
}

export type Condition = Record<string, Record<string, string | string[]>>;

/** A statement as a template has it. */
export interface TemplateStatement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/** The statements of every function's role, by its handler. */
export type Policies = ReadonlyMap<string, readonly EvaluatedStatement[]>;

/** A recorded use, in the terms of test/support/permissions/commands.ts. */
export interface Use {
  handler: string;
  action: string;
  resource: string;
  /** The kind of partition, the names in an encryption context, else empty. */
  key: string;
}

const listOf = <Value>(value: Value | Value[]): Value[] => [value].flat() as Value[];

/** The policies of templates. Throws at a resource or a condition that it does not know. */
export const policiesOf = (templates: Readonly<Record<string, TemplateStatement[]>>): Policies =>
  new Map(
    Object.entries(templates).map(([handler, statements]) => [
      handler,
      statements
        .map((statement) => ({
          ...statement,
          resources: [...new Set(listOf(statement.Resource).map(resourceNames))],
        }))
        // every function reads its settings on AWS only (test/infra/endpoints.ts)
        .filter(({ resources }) => !resources.every((name) => ofDeployments.has(name)))
        .map(({ Effect, Action, Condition = {}, resources }) => ({
          effect: Effect,
          actions: listOf(Action),
          resources,
          condition: known(Condition as Condition),
        })),
    ]),
  );

const ofDeployments = new Set(['settings', 'secret of the CDN']);

const operators = new Set([
  'Null kms:EncryptionContext:payee',
  'ForAnyValue:StringLike dynamodb:LeadingKeys',
  'ForAnyValue:StringNotLike dynamodb:LeadingKeys',
]);

function known(condition: Condition): Condition {
  for (const [operator, tests] of Object.entries(condition))
    for (const key of Object.keys(tests))
      if (!operators.has(`${operator} ${key}`))
        throw new Error(`A condition without evaluation: ${operator} ${key}`);
  return condition;
}

/** Does a pattern of IAM, in which `*` stands for anything at the end, fit a text? */
export const fits = (pattern: string, text: string): boolean =>
  pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : pattern === text;

/** The patterns of partitions that a condition names, by its operator. */
export const leadingKeys = ({ condition }: EvaluatedStatement, operator: string): string[] =>
  listOf(condition[operator]?.['dynamodb:LeadingKeys'] ?? []);

function holds({ condition }: EvaluatedStatement, { key }: Pick<Use, 'key'>): boolean {
  return Object.entries(condition).every(([operator, tests]) =>
    Object.values(tests).every((values) => {
      if (operator === 'Null') return key.split(',').includes('payee') === (values === 'false');
      const isLike = listOf(values).some((pattern) => fits(pattern, key));
      return operator === 'ForAnyValue:StringLike' ? isLike : !isLike;
    }),
  );
}

type Asked = Omit<Use, 'handler'>;

const concerns = (statement: EvaluatedStatement, request: Asked): boolean =>
  statement.actions.includes(request.action) &&
  statement.resources.some((resource) => fits(resource, request.resource)) &&
  holds(statement, request);

/**
 * Evaluates like IAM: a statement allows the use, and none denies it. A denial on the table does not apply to its
 * indexes.
 */
export const isAllowed = (statements: readonly EvaluatedStatement[], request: Asked): boolean =>
  statements.some((statement) => statement.effect === 'Allow' && concerns(statement, request)) &&
  !statements.some((statement) => statement.effect === 'Deny' && concerns(statement, request));

export const textOf = ({ handler, action, resource, key }: Use): string =>
  `${handler} ${action} ${resource} ${key}`.trim();

/** Returns the uses that the roles do not allow; a handler without a role may do nothing. */
export const deniedOf = (policies: Policies, uses: readonly Use[]): Use[] =>
  uses.filter((use) => !isAllowed(policies.get(use.handler) ?? [], use));

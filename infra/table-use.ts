/** A use of the table, by IAM action and resource. */
interface TableUse {
  action: string;
  on: 'table' | 'indexes';
  /** Text that identifies the use in a bundle, independent of minified names. */
  mark: RegExp;
}

/** All uses of the table (functions/table); table permissions are derived from them. */
const tableUses: readonly TableUse[] = [
  { action: 'dynamodb:GetItem', on: 'table', mark: /\bKey:[\w$]+,ConsistentRead:/ },
  { action: 'dynamodb:BatchGetItem', on: 'table', mark: /\bRequestItems:[\w$]+\}/ },
  { action: 'dynamodb:Query', on: 'table', mark: /\bpk = :pk\b/ },
  { action: 'dynamodb:Query', on: 'indexes', mark: /#list = :list\b/ },
  { action: 'dynamodb:ConditionCheckItem', on: 'table', mark: /\bConditionCheck:\{TableName:/ },
  { action: 'dynamodb:PutItem', on: 'table', mark: /\bPut:\{TableName:/ },
  { action: 'dynamodb:UpdateItem', on: 'table', mark: /\bUpdateExpression:/ },
  { action: 'dynamodb:DeleteItem', on: 'table', mark: /\bDelete:\{TableName:/ },
];

/** Reports whether a function with this code uses an action on the table or its indexes. */
export const usesTable = (code: string, action: string, on: TableUse['on']): boolean =>
  tableUses.some((use) => use.action === action && use.on === on && use.mark.test(code));

/** Returns the marks in the code. */
export const marksIn = (code: string): string[] =>
  tableUses.flatMap(({ mark }) => mark.exec(code)?.[0] ?? []);

/** Reports whether an action has a mark. */
export const isMarked = (action: string): boolean => tableUses.some((use) => use.action === action);

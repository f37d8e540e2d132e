/** What code does with the table, by the action that IAM is asked for and where. */
interface TableUse {
  action: string;
  on: 'table' | 'indexes';
  /** A text that code has if it does this, whatever the bundler named its variables; on its own it is such a text too. */
  mark: RegExp;
}

/** Every way in which the functions use the table (functions/table); a right to it follows from one of these. */
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

/** May a function with this code be let do this to the table or its indexes? */
export const usesTable = (code: string, action: string, on: TableUse['on']): boolean =>
  tableUses.some((use) => use.action === action && use.on === on && use.mark.test(code));

/** The marks that code has: of a stand-in that has them the same is said as of the code. */
export const marksIn = (code: string): string[] =>
  tableUses.flatMap(({ mark }) => mark.exec(code)?.[0] ?? []);

/** Is there a mark of this action? */
export const isMarked = (action: string): boolean => tableUses.some((use) => use.action === action);

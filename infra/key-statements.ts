import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { auditKind, closedKinds, guestKinds } from './key-rights.ts';

const writing = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
const reading = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  'dynamodb:ConditionCheckItem',
];

/** What the role of a handler refuses by the partition of an item (infra/key-rights.ts), whatever else it allows. */
export function keyStatements(handler: string, tableArn: string): PolicyStatement[] {
  const closed = closedKinds(handler);
  const own = guestKinds[handler];
  return [
    refuse(['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], tableArn, 'ForAnyValue:StringLike', [auditKind]),
    ...(closed.length > 0
      ? [refuse([...reading, ...writing], tableArn, 'ForAnyValue:StringLike', closed)]
      : []),
    ...(own ? [refuse(writing, tableArn, 'ForAnyValue:StringNotLike', own)] : []),
  ];
}

const refuse = (actions: string[], tableArn: string, operator: string, kinds: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions,
    resources: [tableArn],
    conditions: { [operator]: { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`) } },
  });

import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { closedKinds, openKinds } from './key-rights.ts';

const actions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'ConditionCheckItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
];

/** What the role of a handler refuses by the partition of an item (infra/key-rights.ts), whatever else it allows. */
export const keyStatements = (handler: string, tableArn: string): PolicyStatement[] => [
  ...byKinds((action) => closedKinds(handler, action)).flatMap(({ of, kinds }) =>
    kinds.length > 0 ? [refuse(of, tableArn, 'ForAnyValue:StringLike', kinds)] : [],
  ),
  ...byKinds((action) => openKinds(handler, action)).map(({ of, kinds }) =>
    refuse(of, tableArn, 'ForAnyValue:StringNotLike', kinds),
  ),
];

/** The actions that have the same kinds together; those that have none stay out. */
function byKinds(
  kindsOf: (action: string) => readonly string[] | undefined,
): { of: string[]; kinds: readonly string[] }[] {
  const groups = Map.groupBy(
    actions.filter((action) => kindsOf(action)),
    (action) => kindsOf(action)?.join(),
  );
  return [...groups.values()].map((of) => ({ of, kinds: kindsOf(of[0] ?? '') ?? [] }));
}

/** Where no kind is open to an action, it is refused altogether. */
const refuse = (of: string[], tableArn: string, operator: string, kinds: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: of.map((action) => `dynamodb:${action}`),
    resources: [tableArn],
    ...(kinds.length > 0 && {
      conditions: { [operator]: { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`) } },
    }),
  });

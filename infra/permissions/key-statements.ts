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

/** Returns the role's deny statements by partition (infra/permissions/key-rights.ts), which override every allow. */
export const keyStatements = (
  handler: string,
  modules: ReadonlySet<string>,
  tableArns: string[],
): PolicyStatement[] => [
  ...byKinds((action) => closedKinds(modules, action)).flatMap(({ of, kinds }) =>
    kinds.length > 0 ? [refuse(of, tableArns, 'ForAnyValue:StringLike', kinds)] : [],
  ),
  ...byKinds((action) => openKinds(handler, action)).map(({ of, kinds }) =>
    refuse(of, tableArns, 'ForAnyValue:StringNotLike', kinds),
  ),
];

/** Groups actions with the same kinds; omits actions without kinds. */
function byKinds(
  kindsOf: (action: string) => readonly string[] | undefined,
): { of: string[]; kinds: readonly string[] }[] {
  const groups = Map.groupBy(
    actions.filter((action) => kindsOf(action)),
    (action) => kindsOf(action)?.join(),
  );
  return [...groups.values()].map((of) => ({ of, kinds: kindsOf(of[0] ?? '') ?? [] }));
}

/** Denies the action completely if no kind is permitted. */
const refuse = (of: string[], tableArns: string[], operator: string, kinds: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: of.map((action) => `dynamodb:${action}`),
    resources: tableArns,
    ...(kinds.length > 0 && {
      conditions: { [operator]: { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`) } },
    }),
  });

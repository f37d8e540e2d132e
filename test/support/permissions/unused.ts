import {
  fits,
  isAllowed,
  leadingKeys,
  type EvaluatedStatement,
  type Policies,
  type Use,
} from './statements.ts';

/**
 * One permission of a role: an action on a resource. Partitions that some role distinguishes are separate permissions
 * (`key` is their pattern); all others are one permission with an empty key.
 */
export type Right = Use;

const like = 'ForAnyValue:StringLike';
const notLike = 'ForAnyValue:StringNotLike';

const ofAction = (statements: readonly EvaluatedStatement[], action: string, operator: string): string[] =>
  statements
    .filter(({ actions }) => actions.includes(action))
    .flatMap((statement) => leadingKeys(statement, operator));

/** The kinds of partition that any role refuses to an action; who is not refused has a right of its own to each. */
function closedKinds(policies: Policies): (action: string) => string[] {
  const found = new Map<string, string[]>();
  return (action) => {
    let kinds = found.get(action);
    if (!kinds) {
      kinds = [...new Set([...policies.values()].flatMap((item) => ofAction(item, action, like)))];
      found.set(action, kinds);
    }
    return kinds;
  };
}

/** A partition that no role names. */
const ofNoKind = '';

/** Every right of every role. */
function rightsOf(policies: Policies): Right[] {
  const closed = closedKinds(policies);
  return [...policies].flatMap(([handler, statements]) => {
    const allowed = statements.filter(({ effect }) => effect === 'Allow');
    const pairs = allowed.flatMap((evaluatedStatement) =>
      evaluatedStatement.actions.flatMap((action) =>
        evaluatedStatement.resources.map((resource) => ({ action, resource, one: evaluatedStatement })),
      ),
    );
    const rights = pairs.flatMap(({ action, resource, one: evaluatedStatement }) => {
      const right = { handler, action, resource };
      const context = evaluatedStatement.condition.Null ? 'payee' : '';
      if (resource !== 'table') return [{ ...right, key: context }];
      const own = ofAction(statements, action, notLike);
      const kinds = [...new Set([...closed(action), ...own])];
      const named = kinds.filter((key) => isAllowed(statements, { ...right, key: key.replace(/\*$/, '') }));
      const others = isAllowed(statements, { ...right, key: ofNoKind }) ? [''] : [];
      return [...named, ...others].map((key) => ({ ...right, key }));
    });
    return [...new Map(rights.map((right) => [JSON.stringify(right), right])).values()];
  });
}

/** The rights that nothing used. */
export function unusedOf(policies: Policies, uses: readonly Use[]): Right[] {
  const closed = closedKinds(policies);
  const usesOf = Map.groupBy(uses, ({ handler }) => handler);
  return rightsOf(policies).filter(({ handler, action, resource, key }) => {
    const statements = policies.get(handler) ?? [];
    const told = [...closed(action), ...ofAction(statements, action, notLike)];
    const isOf = (use: Use): boolean => {
      if (use.action !== action || !fits(resource, use.resource)) return false;
      if (resource !== 'table') return true;
      return key === '' ? !told.some((kind) => fits(kind, use.key)) : fits(key, use.key);
    };
    return !(usesOf.get(handler) ?? []).some(isOf);
  });
}

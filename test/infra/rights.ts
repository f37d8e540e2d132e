import { synthesised } from './portal.ts';
import { defined } from '../support/defined.ts';

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

interface RoleProperties {
  ManagedPolicyArns?: unknown;
  Policies: { PolicyDocument: { Statement: Statement[] } }[];
}

const portal = synthesised();
const roles = new Map(portal.all('AWS::IAM::Role'));

/** Returns a function's role: a resource of its stack, or of the parent stack as a parameter with the role's ID. */
const roleOf = (id: string, role: unknown): RoleProperties => {
  const text = JSON.stringify(role);
  const own = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(text)?.[1];
  const shared = /FunctionRoles[\da-f]{12}/.exec(text)?.[0] ?? 'no role';
  const [, found] =
    [...roles].find(([name]) =>
      own === undefined ? name.includes(shared) : name === `${id.split('/')[0]}/${own}`,
    ) ?? [];
  return defined(found).Properties as unknown as RoleProperties;
};

/** The role of every handler's function, by handler. */
export const rolesByHandler = new Map(
  portal
    .all('AWS::Lambda::Function')
    // the probe is no handler
    .filter(
      ([, { Properties }]) => Properties.Runtime === 'nodejs24.x' && Properties.Handler === 'index.handler',
    )
    .map(([id, lambda]) => [defined(portal.handlerIn(lambda)), roleOf(id, lambda.Properties.Role)]),
);

/** Every statement of a handler's role. */
export const policyOf = (handler: string): Statement[] =>
  defined(rolesByHandler.get(handler)).Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

/** Statements that the handler's role allows. */
export const statementsOf = (handler: string): Statement[] =>
  policyOf(handler).filter((statement) => statement.Effect === 'Allow' && !readsSettings(statement));

/** The statement that permits every function to read its settings. */
export const settingsStatementOf = (handler: string): Statement | undefined =>
  policyOf(handler).find(readsSettings);

const readsSettings = ({ Action, Resource }: Statement): boolean =>
  JSON.stringify([Action].flat()) === '["dynamodb:GetItem"]' && JSON.stringify(Resource).includes('Settings');

/** Statements that the role denies regardless of others. */
export const refusalsOf = (handler: string): Statement[] =>
  policyOf(handler).filter(({ Effect }) => Effect === 'Deny');

/** The actions that a handler may take, but for writing its log. */
export const actionsOf = (handler: string): string[] =>
  statementsOf(handler)
    .flatMap(({ Action }) => Action)
    .filter((action) => !action.startsWith('logs:'));

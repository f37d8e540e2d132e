import { Stack } from 'aws-cdk-lib/core';
import { PolicyDocument, Role, ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { createHash } from 'node:crypto';
import { acknowledge } from './acknowledge.ts';
import { rolePath } from './handler-names.ts';
import type { Settings } from './stage.ts';

const scopeId = 'FunctionRoles';

/**
 * Roles of the functions of a stack and its nested stacks. Functions with equal statements share a role, because an
 * account has a quota of roles (decision 22).
 */
export class FunctionRoles extends Construct {
  private readonly roles = new Map<string, Role>();

  /** Returns the roles of a construct's stack. */
  static of(scope: Construct): FunctionRoles {
    const own = Stack.of(scope);
    const stack = own.nestedStackParent ?? own;
    return (
      (stack.node.tryFindChild(scopeId) as FunctionRoles | undefined) ?? new FunctionRoles(stack, scopeId)
    );
  }

  /**
   * Returns the role with these statements.
   *
   * @param reasons for wildcards, by the rule of cdk-nag
   * @param removal with RETAIN, earlier versions of a function can still be restored after its role changed
   */
  roleWith(
    statements: PolicyStatement[],
    reasons: Parameters<typeof acknowledge>[1],
    { removal, stage }: Pick<Settings, 'removal' | 'stage'>,
  ): Role {
    const document = new PolicyDocument({ statements });
    const text = JSON.stringify(Stack.of(this).resolve(document));
    const existing = this.roles.get(text);
    if (existing) return existing;
    // an ID of the statements: a changed role is a new one, and versions that are still live keep theirs
    const role = new Role(this, createHash('sha256').update(text).digest('hex').slice(0, 12), {
      path: rolePath(stage, Stack.of(this).region),
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: 'Permissions of functions with equal statements.',
      inlinePolicies: { own: document },
    });
    role.applyRemovalPolicy(removal);
    acknowledge(role, reasons);
    this.roles.set(text, role);
    return role;
  }
}

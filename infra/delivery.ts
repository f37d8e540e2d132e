// oxlint-disable no-new -- constructs register themselves with their scope
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib/core';
import {
  FederatedPrincipal,
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { rolePath } from './build/handlers.ts';

/** Environments of the workflows and their stages; `sandbox` is another account. */
const environments = [
  ['staging', 'staging'],
  ['production', 'production'],
  ['sandbox', 'dev'],
] as const;

const issuer = 'token.actions.githubusercontent.com';

/**
 * Roles for `.github/workflows/deliver.yml`, each for one environment of one repository, so that a branch or another
 * repository cannot assume them. Deployed once per account: `npx cdk deploy --app "node infra/local/bootstrap.mjs
 * infra/delivery.ts" -c repository=owner/name`.
 */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, repository: string) {
    super(scope, id);
    const provider = new OidcProviderNative(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIds: ['sts.amazonaws.com'],
    });
    const roleFor = (environment: string, statements: PolicyStatement[]) => {
      const role = new Role(this, environment, {
        roleName: `wellport-deliver-${environment}`,
        description: `Deliveries of ${repository} in the environment ${environment}`,
        maxSessionDuration: Duration.hours(1),
        assumedBy: new FederatedPrincipal(
          provider.oidcProviderArn,
          {
            StringEquals: {
              [`${issuer}:aud`]: 'sts.amazonaws.com',
              [`${issuer}:sub`]: `repo:${repository}:environment:${environment}`,
            },
          },
          'sts:AssumeRoleWithWebIdentity',
        ),
        inlinePolicies: { own: new PolicyDocument({ statements }) },
      });
      new CfnOutput(this, `${environment}Role`, { value: role.roleArn });
    };
    roleFor('diff', [this.assume('lookup-role')]);
    for (const [environment, stage] of environments)
      roleFor(environment, [
        this.assume('*'),
        ...this.operating(stage),
        ...(environment === 'sandbox' ? this.drilling(stage) : []),
      ]);
  }

  /** The roles of `cdk bootstrap`. */
  private assume(name: string): PolicyStatement {
    return new PolicyStatement({
      actions: ['sts:AssumeRole'],
      resources: [`arn:aws:iam::${this.account}:role/cdk-hnb659fds-${name}-${this.account}-*`],
    });
  }

  /** Requests of `operate -- stop`, `resume`, and `check-ledger`. */
  private drilling(stage: string): PolicyStatement[] {
    const table = `arn:aws:dynamodb:*:${this.account}:table/Wellport-${stage}-Data-*`;
    return [
      new PolicyStatement({
        actions: [
          'lambda:PutFunctionConcurrency',
          'lambda:DeleteFunctionConcurrency',
          'lambda:ListEventSourceMappings',
          'lambda:UpdateEventSourceMapping',
        ],
        resources: ['*'],
      }),
      new PolicyStatement({
        actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
        resources: [table, `${table}/index/*`],
      }),
    ];
  }

  /** Requests of `operate -- compare-templates`, `compare-contract`, `smoke`, and `rollback`. */
  private operating(stage: string): PolicyStatement[] {
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
    const [stacks, pages, settings] = ['', '-site-', '-Data-Settings'].map(
      (part) => `Wellport-${stage}${part}`,
    );
    const bucket = `arn:aws:s3:::${pages?.toLowerCase()}*`;
    return [
      allow(
        ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        [`arn:aws:cloudformation:*:${this.account}:stack/${stacks}-*`],
      ),
      allow(['lambda:ListFunctions', 'iam:ListRoles', 'cloudfront:CreateInvalidation'], ['*']),
      allow(
        ['lambda:ListVersionsByFunction', 'lambda:GetAlias', 'lambda:UpdateAlias'],
        [`arn:aws:lambda:*:${this.account}:function:${stage}-*`],
      ),
      // versions, never a function
      allow(['lambda:DeleteFunction'], [`arn:aws:lambda:*:${this.account}:function:${stage}-*:*`]),
      allow(
        ['iam:ListRolePolicies', 'iam:DeleteRolePolicy', 'iam:DeleteRole'],
        [`arn:aws:iam::${this.account}:role${rolePath(stage, '*')}*`],
      ),
      allow(['s3:ListBucketVersions'], [bucket]),
      allow(['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject'], [`${bucket}/*`]),
      allow(
        [
          'dynamodb:GetItem',
          'dynamodb:PutItem',
          'dynamodb:UpdateItem',
          'dynamodb:DeleteItem',
          'dynamodb:Scan',
        ],
        [`arn:aws:dynamodb:*:${this.account}:table/${settings}*`],
      ),
    ];
  }
}

if (import.meta.main) {
  const app = new App();
  const repository: unknown = app.node.tryGetContext('repository');
  if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error('Name the repository: -c repository=owner/name');
  new DeliveryStack(app, 'Wellport-delivery', repository);
  app.synth();
}

import { Aws, CfnRule, Fn } from 'aws-cdk-lib/core';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { apiClientSegments } from './http-apis.ts';
import { guestWrites } from '../build/handlers.ts';
import type { StageFile } from '../stages/stage-file.ts';

/** Region of CloudFront's firewall, metrics, and certificates, and so of a stage with a firewall. */
export const firewallRegion = 'us-east-1';

const windowSeconds = 300;
const message = 'Too many requests came from your network. Wait five minutes, then try again.';

/**
 * AWS managed rules, each with the rules that only count: bodies contain uploads and policy HTML, which handlers
 * limit and sanitize.
 */
const managed: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
  ],
};

/** The web firewall of the CDN; an HTTP API does not support one. Rules are evaluated in this order. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, stage: string, limits: NonNullable<StageFile['firewall']>) {
    super(scope, id);
    // oxlint-disable-next-line no-new -- constructs register themselves with their scope
    new CfnRule(this, 'Region', {
      assertions: [
        {
          assert: Fn.conditionEquals(Aws.REGION, firewallRegion),
          assertDescription:
            'A stage with a firewall must be deployed in us-east-1, the region of CloudFront’s firewall.',
        },
      ],
    });
    const rules: Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>[] = [
      limited('GuestRequestsByAddress', limits.guestRequestsByAddress, onGuestWrites),
      limited('ClientRequestsByAddress', limits.clientRequestsByAddress, onClientPaths),
      limited('RequestsByAddress', limits.requestsByAddress, { notStatement: { statement: onClientPaths } }),
      ...Object.entries(managed).map(([name, counted]) => managedRules(name, counted)),
    ];
    const acl = new CfnWebACL(this, 'Rules', {
      description: `Requests allowed to Wellport ${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`wellport-${stage}`),
      customResponseBodies: {
        TooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ message }) },
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visible(rule.name) })),
    });
    this.arn = acl.attrArn;
  }
}

/** Publishes metrics and a three-hour sample, in which AWS shows addresses; there is no log. */
const visible = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

const limited = (name: string, limit: number, scopeDownStatement?: CfnWebACL.StatementProperty) => ({
  name,
  action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'TooMany' } } },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      limit,
      evaluationWindowSec: windowSeconds,
      scopeDownStatement,
    },
  },
});

const managedRules = (name: string, counted: readonly string[]) => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((text) => ({ name: text, actionToUse: { count: {} } })),
    },
  },
});

/**
 * Logins require a challenge above their free number per address (shared/users/login-crowd.ts), and invitations have
 * secret links: only the general limit applies, so that a company behind one address can join on one day.
 */
export const hasOwnLimit = ({ path }: { path: string }): boolean =>
  path.startsWith('/user/login') || path.startsWith('/invitations/') || path.startsWith('/user/invitation/');

/** Compares the beginning of a path, because a parameter may follow. */
const onGuestWrites: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      { notStatement: { statement: begins({ method: {} }, 'GET') } },
      {
        orStatement: {
          statements: guestWrites
            .filter((row) => !hasOwnLimit(row))
            .map(({ path }) => begins({ uriPath: {} }, `/api${path.split('{')[0]}`)),
        },
      },
    ],
  },
};

/** Programs of one owner call from one address, within the limit of each client (shared/integrations/api-clients). */
const onClientPaths: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: apiClientSegments.map((segment) => begins({ uriPath: {} }, `/api/${segment}/`)),
  },
};

function begins(fieldToMatch: CfnWebACL.FieldToMatchProperty, searchString: string) {
  return {
    byteMatchStatement: {
      fieldToMatch,
      searchString,
      positionalConstraint: 'STARTS_WITH',
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
}

import { Aws, CfnRule, Fn } from 'aws-cdk-lib/core';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { guestWrites } from './handlers.ts';
import type { StageFile } from './stages/stage-file.ts';

const windowSeconds = 300;
const sentence = 'Too many requests came from your network. Wait five minutes, then try again.';

/**
 * AWS's own rules, and those of each that only count: bodies here are uploads of files and policies in HTML, which
 * handlers bound and clean themselves.
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

/** The web firewall before the CDN; an HTTP API takes none. Rules are asked in this order. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, stage: string, limits: NonNullable<StageFile['firewall']>) {
    super(scope, id);
    // oxlint-disable-next-line no-new -- a construct joins its scope by being made
    new CfnRule(this, 'Region', {
      assertions: [
        {
          assert: Fn.conditionEquals(Aws.REGION, 'us-east-1'),
          assertDescription:
            'A stage with a firewall is deployed in us-east-1, the only region where the CDN’s firewall is made.',
        },
      ],
    });
    const rules: Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>[] = [
      limited('GuestRequestsByAddress', limits.guestRequestsByAddress, onGuestWrites),
      limited('RequestsByAddress', limits.requestsByAddress),
      ...Object.entries(managed).map(([name, counted]) => managedRules(name, counted)),
    ];
    const acl = new CfnWebACL(this, 'Rules', {
      description: `Who may come to Wellport ${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`wellport-${stage}`),
      customResponseBodies: {
        TooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ message: sentence }) },
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visible(rule.name) })),
    });
    this.arn = acl.attrArn;
  }
}

/** Counts and a sample of three hours, in which AWS shows addresses; there is no log beside it. */
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
      ruleActionOverrides: counted.map((one) => ({ name: one, actionToUse: { count: {} } })),
    },
  },
});

/** A path is compared as it begins, since a parameter may follow. */
const onGuestWrites: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      { notStatement: { statement: begins({ method: {} }, 'GET') } },
      {
        orStatement: {
          statements: guestWrites.map(({ path }) => begins({ uriPath: {} }, `/api${path.split('{')[0]}`)),
        },
      },
    ],
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

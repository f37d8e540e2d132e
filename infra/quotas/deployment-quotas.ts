import {
  type Use,
  entriesOf,
  inAccount,
  largest,
  lengthOfProperty,
  perOwner,
  perResource,
  perTemplate,
  stagesOfAccount,
} from './uses.ts';
import { indexChangesOf, mostIndexChanges } from './template-changes.ts';
import { retainedReleases } from '../stacks/live-alias.ts';
import { lengthOf, resourcesOf, resourcesOfOperations } from './templates.ts';

/** Share of a quota above which `operate -- capacity` warns and tests fail. */
export const warningShare = 0.8;

/** A quota of AWS with its use by a stage. */
export interface QuotaUse {
  name: string;
  /** Default of a new account. */
  limit: number;
  used: number;
  /** Whether AWS raises it on request. */
  adjustable: boolean;
  /** Largest accepted share; others than `warningShare` have a reason. */
  accepted: number;
  /** Title of a page of the AWS documentation, and its address. */
  source: string;
  url: string;
  /** Date on which the value was read there; undefined: not verified. */
  read: string | undefined;
  remedy: string;
}

type Row = readonly [
  name: string,
  limit: number,
  adjustable: 'adjustable' | 'fixed',
  use: Use,
  remedy: string,
  accepted?: number,
];

export interface Page {
  source: string;
  /** Path of the page under docs.aws.amazon.com. */
  path: string;
  read?: string;
  rows: readonly Row[];
}

export const requestMore = 'request more';
/** Date on which the pages were read. */
export const readOn = '2026-11-27';

const divide = 'divide the stack';
const moveSegment = 'move a segment in infra/stacks/http-apis.ts';

const deployment: Page = {
  source: 'Understand CloudFormation quotas',
  path: 'AWSCloudFormation/latest/UserGuide/cloudformation-limits.html',
  read: readOn,
  rows: [
    [
      'resources of a template',
      500,
      'fixed',
      perTemplate(({ Resources }) => entriesOf(Resources)),
      'divide the area',
    ],
    // replacements count twice: at most 1,500
    [
      'resources of an operation on a stack with its nested stacks',
      2500,
      'fixed',
      (stage) => largest([...resourcesOfOperations(stage).values()]),
      moveSegment,
      0.6,
    ],
    ['bytes of a template', 1_048_576, 'fixed', ({ bytes }) => largest(bytes), divide],
    [
      'outputs and exports of a template',
      200,
      'fixed',
      perTemplate(({ Outputs }) => entriesOf(Outputs)),
      divide,
    ],
    [
      'parameters of a template',
      200,
      'fixed',
      perTemplate(({ Parameters }) => entriesOf(Parameters)),
      divide,
    ],
    ['mappings of a template', 200, 'fixed', perTemplate(({ Mappings }) => entriesOf(Mappings)), divide],
    [
      'dynamic references of a template',
      60,
      'fixed',
      perTemplate((template) => JSON.stringify(template).split('{{resolve:').length - 1),
      'read the secret in the function',
    ],
    [
      'stacks of an account and region',
      2000,
      'adjustable',
      ({ templates }) => stagesOfAccount * templates.size,
      requestMore,
    ],
  ],
};

const httpApis: Page = {
  source: 'Quotas for configuring and running an HTTP API in API Gateway',
  path: 'apigateway/latest/developerguide/http-api-quotas.html',
  read: readOn,
  rows: [
    [
      'integrations of an HTTP API',
      300,
      'fixed',
      perOwner('AWS::ApiGatewayV2::Integration', 'ApiId'),
      moveSegment,
    ],
    ['routes of an HTTP API', 300, 'adjustable', perOwner('AWS::ApiGatewayV2::Route', 'ApiId'), moveSegment],
    [
      'authorizers of an HTTP API',
      10,
      'adjustable',
      perOwner('AWS::ApiGatewayV2::Authorizer', 'ApiId'),
      requestMore,
    ],
    [
      'bytes of the format of the access log',
      3072,
      'fixed',
      perResource<{ AccessLogSettings?: { Format: string } }>(
        'AWS::ApiGatewayV2::Stage',
        ({ AccessLogSettings }) => AccessLogSettings?.Format.length ?? 0,
      ),
      'log fewer values',
    ],
  ],
};

/** Seconds in which the endpoints of a stage are created; CloudFormation repeats calls that are refused as too many. */
const creationSeconds = 300;

const management: Page = {
  source: 'Amazon API Gateway quotas',
  path: 'apigateway/latest/developerguide/limits.html',
  read: readOn,
  rows: [
    [
      'calls per second that manage APIs while the endpoints of a stage are created',
      10,
      'fixed',
      (stage) =>
        resourcesOf(stage, 'AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration').length /
        creationSeconds,
      'deploy the stacks of the HTTP APIs one after another',
    ],
    // API Gateway itself deploys routes of a stage with AutoDeploy
    [
      'deployments of API routes at the same time, one in five seconds',
      1,
      'fixed',
      (stage) =>
        resourcesOf(stage, 'AWS::ApiGatewayV2::Deployment').length +
        resourcesOf(stage, 'AWS::ApiGatewayV2::Stage').filter(({ Properties }) => !Properties?.AutoDeploy)
          .length,
      'let the stages deploy their routes by AutoDeploy',
    ],
  ],
};

const policyNames = 'IAM and AWS STS quotas';

const permissions: readonly Page[] = [
  {
    source: policyNames,
    path: 'IAM/latest/UserGuide/reference_iam-quotas.html',
    read: readOn,
    rows: [
      [
        'characters of the inline policies of a role',
        10_240,
        'fixed',
        perResource<{ Policies?: { PolicyDocument: object }[] }>('AWS::IAM::Role', ({ Policies = [] }) =>
          Policies.reduce((sum, { PolicyDocument }) => sum + lengthOf(PolicyDocument), 0),
        ),
        'combine statements in infra/permissions/key-statements.ts',
      ],
    ],
  },
  {
    source: policyNames,
    path: 'IAM/latest/UserGuide/reference_iam-quotas.html',
    rows: [
      [
        'roles of an account',
        1000,
        'adjustable',
        inAccount('AWS::IAM::Role'),
        'one account per stage, or request up to 5,000',
      ],
      [
        'characters of the trust policy of a role',
        2048,
        'adjustable',
        lengthOfProperty('AWS::IAM::Role', 'AssumeRolePolicyDocument'),
        'request up to 8,192',
      ],
    ],
  },
];

const functions: Page = {
  source: 'Lambda quotas',
  path: 'lambda/latest/dg/gettingstarted-limits.html',
  read: readOn,
  rows: [
    [
      'bytes of the environment variables of a function',
      4096,
      'fixed',
      lengthOfProperty('AWS::Lambda::Function', 'Environment'),
      'move values to the settings table',
    ],
    // live, newest, and restorable versions, uncompressed
    [
      'bytes of stored functions of an account and region',
      75e9,
      'adjustable',
      ({ codeBytes }) => stagesOfAccount * codeBytes * (retainedReleases + 2),
      'run operate -- prune after each deployment, or request more',
    ],
  ],
};

const tables: readonly Page[] = [
  {
    source: 'Quotas in Amazon DynamoDB: Secondary indexes',
    path: 'amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-secondary-indexes',
    read: readOn,
    rows: [
      [
        'global secondary indexes of a table',
        20,
        'adjustable',
        perResource<{ GlobalSecondaryIndexes?: unknown[] }>(
          'AWS::DynamoDB::GlobalTable',
          ({ GlobalSecondaryIndexes = [] }) => GlobalSecondaryIndexes.length,
        ),
        'lists share indexes, or request more',
      ],
    ],
  },
  {
    source: 'UpdateTable: GlobalSecondaryIndexUpdates',
    path: 'amazondynamodb/latest/APIReference/API_UpdateTable.html',
    read: readOn,
    rows: [
      // a new table is created with all its indexes; compare-templates refuses more for a deployed one
      [
        'global secondary indexes of a table that a deployment adds or removes',
        mostIndexChanges,
        'fixed',
        ({ templates, deployed = new Map() }) => indexChangesOf(deployed, templates),
        'one release per index',
        1,
      ],
    ],
  },
];

/** Quotas of templates, APIs, permissions, functions, and tables. */
export const deploymentQuotas: readonly Page[] = [
  deployment,
  httpApis,
  management,
  ...permissions,
  functions,
  ...tables,
];

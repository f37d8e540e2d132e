import * as cloudFormation from '@aws-sdk/client-cloudformation';
import * as cloudFront from '@aws-sdk/client-cloudfront';
import * as logs from '@aws-sdk/client-cloudwatch-logs';
import * as iam from '@aws-sdk/client-iam';
import * as lambda from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import * as declared from '../../infra/operate/aws-tools.mjs';

type Declared = typeof declared;
type Walk = Extract<keyof Declared, `paginate${string}`>;

// Compile-time comparison of the declarations with the SDK: classes, and paginators by parameters and results,
// because their clients have unused parts.
const classes: Omit<Declared, Walk> = {
  CloudFormationClient: cloudFormation.CloudFormationClient,
  DescribeStacksCommand: cloudFormation.DescribeStacksCommand,
  GetTemplateCommand: cloudFormation.GetTemplateCommand,
  CloudFrontClient: cloudFront.CloudFrontClient,
  CreateInvalidationCommand: cloudFront.CreateInvalidationCommand,
  GetDistributionCommand: cloudFront.GetDistributionCommand,
  UpdateDistributionCommand: cloudFront.UpdateDistributionCommand,
  CloudWatchLogsClient: logs.CloudWatchLogsClient,
  StartQueryCommand: logs.StartQueryCommand,
  GetQueryResultsCommand: logs.GetQueryResultsCommand,
  LambdaClient: lambda.LambdaClient,
  GetAliasCommand: lambda.GetAliasCommand,
  InvokeCommand: lambda.InvokeCommand,
  DeleteFunctionCommand: lambda.DeleteFunctionCommand,
  IAMClient: iam.IAMClient,
  DeleteRoleCommand: iam.DeleteRoleCommand,
  DeleteRolePolicyCommand: iam.DeleteRolePolicyCommand,
  UpdateAliasCommand: lambda.UpdateAliasCommand,
  PutFunctionConcurrencyCommand: lambda.PutFunctionConcurrencyCommand,
  DeleteFunctionConcurrencyCommand: lambda.DeleteFunctionConcurrencyCommand,
  ListEventSourceMappingsCommand: lambda.ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand: lambda.UpdateEventSourceMappingCommand,
};

const walks: {
  [Name in Walk]: (input: Parameters<Declared[Name]>[1]) => ReturnType<Declared[Name]>;
} = {
  paginateListFunctions: (input) => lambda.paginateListFunctions({ client }, input),
  paginateListVersionsByFunction: (input) => lambda.paginateListVersionsByFunction({ client }, input),
  paginateListRoles: (input) => iam.paginateListRoles({ client: roleClient }, input),
  paginateListRolePolicies: (input) => iam.paginateListRolePolicies({ client: roleClient }, input),
};

const client = new lambda.LambdaClient({ region: 'us-east-2' });
const roleClient = new iam.IAMClient({ region: 'us-east-2' });

test('what operators use of AWS is declared as the SDK has it', () => {
  expect(Object.keys(declared).toSorted()).toEqual(
    [...Object.keys(classes), ...Object.keys(walks)].toSorted(),
  );
  expect({ ...declared }).toMatchObject(classes);
});

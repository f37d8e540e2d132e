import * as cloudFormation from '@aws-sdk/client-cloudformation';
import * as cloudFront from '@aws-sdk/client-cloudfront';
import * as lambda from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import * as declared from '../../infra/operate/aws-tools.mjs';

type Declared = typeof declared;

// Compile-time comparison of the declarations with the SDK: classes, and paginators by parameters and results,
// because their clients have unused parts.
const classes: Omit<Declared, 'paginateListFunctions' | 'paginateListVersionsByFunction'> = {
  CloudFormationClient: cloudFormation.CloudFormationClient,
  DescribeStacksCommand: cloudFormation.DescribeStacksCommand,
  CloudFrontClient: cloudFront.CloudFrontClient,
  CreateInvalidationCommand: cloudFront.CreateInvalidationCommand,
  GetDistributionCommand: cloudFront.GetDistributionCommand,
  UpdateDistributionCommand: cloudFront.UpdateDistributionCommand,
  LambdaClient: lambda.LambdaClient,
  UpdateAliasCommand: lambda.UpdateAliasCommand,
  PutFunctionConcurrencyCommand: lambda.PutFunctionConcurrencyCommand,
  DeleteFunctionConcurrencyCommand: lambda.DeleteFunctionConcurrencyCommand,
  ListEventSourceMappingsCommand: lambda.ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand: lambda.UpdateEventSourceMappingCommand,
};

const walks: {
  [Walk in 'paginateListFunctions' | 'paginateListVersionsByFunction']: (
    input: Parameters<Declared[Walk]>[1],
  ) => ReturnType<Declared[Walk]>;
} = {
  paginateListFunctions: (input) => lambda.paginateListFunctions({ client }, input),
  paginateListVersionsByFunction: (input) => lambda.paginateListVersionsByFunction({ client }, input),
};

const client = new lambda.LambdaClient({ region: 'us-east-2' });

test('what operators use of AWS is declared as the SDK has it', () => {
  expect(Object.keys(declared).toSorted()).toEqual(
    [...Object.keys(classes), ...Object.keys(walks)].toSorted(),
  );
  expect({ ...declared }).toMatchObject(classes);
});

export { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
export {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetDistributionCommand,
  UpdateDistributionCommand,
} from '@aws-sdk/client-cloudfront';
export {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  paginateListFunctions,
  paginateListVersionsByFunction,
  PutFunctionConcurrencyCommand,
  UpdateAliasCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';

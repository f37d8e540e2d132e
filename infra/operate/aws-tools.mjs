export {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
export {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetDistributionCommand,
  UpdateDistributionCommand,
} from '@aws-sdk/client-cloudfront';
export {
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  paginateListRolePolicies,
  paginateListRoles,
} from '@aws-sdk/client-iam';
export {
  DeleteFunctionCommand,
  DeleteFunctionConcurrencyCommand,
  GetAliasCommand,
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  paginateListFunctions,
  paginateListVersionsByFunction,
  PutFunctionConcurrencyCommand,
  UpdateAliasCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
export {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';

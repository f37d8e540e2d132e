export { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
export { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
export {
  LambdaClient,
  paginateListFunctions,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';

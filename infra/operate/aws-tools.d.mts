// Types of five SDK clients as far as operator commands use them. Their own types are hundreds of files, which every type check
// would read; test/infra/aws-tools.ts compares them with these.
export declare class DescribeStacksCommand {
  readonly input: { StackName?: string };
  constructor(input: { StackName: string });
}

interface DescribedStacks {
  Stacks?: { StackStatus?: string; Outputs?: { OutputKey?: string; OutputValue?: string }[] }[];
}

export declare class GetTemplateCommand {
  readonly input: { StackName?: string };
  constructor(input: { StackName: string });
}

export declare class CloudFormationClient {
  constructor(config: { maxAttempts?: number; region?: string });
  // the two commands have one structure, so that overloads cannot distinguish them
  send(
    command: DescribeStacksCommand | GetTemplateCommand,
  ): Promise<DescribedStacks & { TemplateBody?: string }>;
}

interface Invalidation {
  DistributionId: string;
  InvalidationBatch: { CallerReference: string; Paths: { Quantity: number; Items: string[] } };
}

export declare class CreateInvalidationCommand {
  readonly input: { DistributionId?: string };
  constructor(input: Invalidation);
}

export declare class GetDistributionCommand {
  readonly input: { Id: string | undefined };
  constructor(input: { Id: string });
}

/** As far as operator commands read it. */
export interface DistributionConfig {
  Origins?: {
    Items?: { CustomHeaders?: { Items?: { HeaderName?: string; HeaderValue?: string }[] } }[];
  };
}

export declare class UpdateDistributionCommand {
  readonly input: { Id: string | undefined; IfMatch?: string };
  // the complete configuration, of which DistributionConfig is a part
  constructor(input: { Id: string; IfMatch: string | undefined; DistributionConfig: never });
}

export declare class CloudFrontClient {
  constructor(config: { maxAttempts?: number });
  send(command: GetDistributionCommand): Promise<{
    Distribution?: { Status?: string; DistributionConfig?: DistributionConfig };
    ETag?: string;
  }>;
  send(command: CreateInvalidationCommand | UpdateDistributionCommand): Promise<object>;
}

export interface FunctionConfiguration {
  FunctionName?: string;
  Version?: string;
  Role?: string;
  Environment?: { Variables?: Record<string, string> };
}

export declare class UpdateAliasCommand {
  readonly input: { FunctionName?: string };
  constructor(input: { FunctionName: string; Name: string; FunctionVersion: string; Description: string });
}

export declare class GetAliasCommand {
  readonly input: { FunctionName: string | undefined; Name: string | undefined };
  constructor(input: { FunctionName: string; Name: string });
}

export declare class InvokeCommand {
  readonly input: { FunctionName: string | undefined; Qualifier?: string };
  constructor(input: { FunctionName: string; Qualifier: string; Payload: string });
}

export declare class DeleteFunctionCommand {
  readonly input: { FunctionName: string | undefined; Qualifier?: string };
  constructor(input: { FunctionName: string; Qualifier: string });
}

export declare class PutFunctionConcurrencyCommand {
  readonly input: { FunctionName: string | undefined; ReservedConcurrentExecutions: number | undefined };
  constructor(input: { FunctionName: string; ReservedConcurrentExecutions: number });
}

export declare class DeleteFunctionConcurrencyCommand {
  readonly input: { FunctionName: string | undefined };
  constructor(input: { FunctionName: string });
}

export declare class ListEventSourceMappingsCommand {
  readonly input: { FunctionName?: string; EventSourceArn?: string };
  constructor(input: { FunctionName: string });
}

export declare class UpdateEventSourceMappingCommand {
  readonly input: { UUID: string | undefined; Enabled?: boolean };
  constructor(input: { UUID: string | undefined; Enabled: boolean });
}

export declare class LambdaClient {
  readonly config: { region: () => Promise<string> };
  constructor(config: { maxAttempts?: number });
  send(command: GetAliasCommand): Promise<{ FunctionVersion?: string }>;
  send(command: InvokeCommand): Promise<{ FunctionError?: string; Payload?: Uint8Array }>;
  send(command: ListEventSourceMappingsCommand): Promise<{ EventSourceMappings?: { UUID?: string }[] }>;
  send(
    command:
      | UpdateAliasCommand
      | PutFunctionConcurrencyCommand
      | DeleteFunctionCommand
      | DeleteFunctionConcurrencyCommand
      | UpdateEventSourceMappingCommand,
  ): Promise<object>;
}

export declare function paginateListFunctions(
  config: { client: LambdaClient },
  input: object,
): AsyncIterable<{ Functions?: FunctionConfiguration[] }>;

export declare function paginateListVersionsByFunction(
  config: { client: LambdaClient },
  input: { FunctionName: string | undefined },
): AsyncIterable<{ Versions?: FunctionConfiguration[] }>;

export declare class DeleteRolePolicyCommand {
  readonly input: { RoleName: string | undefined; PolicyName: string | undefined };
  constructor(input: { RoleName: string; PolicyName: string });
}

export declare class DeleteRoleCommand {
  readonly input: { RoleName: string | undefined };
  constructor(input: { RoleName: string });
}

export declare class IAMClient {
  constructor(config: { maxAttempts?: number });
  send(command: DeleteRolePolicyCommand | DeleteRoleCommand): Promise<object>;
}

export declare function paginateListRoles(
  config: { client: IAMClient },
  input: { PathPrefix: string },
): AsyncIterable<{ Roles?: { Arn?: string; RoleName?: string }[] }>;

export declare function paginateListRolePolicies(
  config: { client: IAMClient },
  input: { RoleName: string },
): AsyncIterable<{ PolicyNames?: string[] }>;

export declare class StartQueryCommand {
  readonly input: { queryString: string | undefined };
  constructor(input: { queryString: string; startTime: number; endTime: number });
}

export declare class GetQueryResultsCommand {
  readonly input: { queryId: string | undefined };
  constructor(input: { queryId: string });
}

export declare class CloudWatchLogsClient {
  constructor(config: { maxAttempts?: number });
  send(command: StartQueryCommand): Promise<{ queryId?: string }>;
  send(
    command: GetQueryResultsCommand,
  ): Promise<{ status?: string; results?: { field?: string; value?: string }[][] }>;
}

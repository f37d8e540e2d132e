import type { Resource, Template } from './templates.ts';

/** Templates of top-level stacks by stack name. */
export type Stacks = ReadonlyMap<string, Template>;

/** Types of resources with data. */
const withData = [
  'AWS::Backup::BackupVault',
  'AWS::Cognito::UserPool',
  // its members, which are the roles of users
  'AWS::Cognito::UserPoolGroup',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
];

/**
 * Properties that replace a resource when they change, from the CloudFormation resource schemas. Versions, layers,
 * permissions, and subscriptions are omitted: their replacement is intended and interrupts nothing.
 */
const replacing: Record<string, readonly string[]> = {
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::Authorizer': ['ApiId'],
  'AWS::ApiGatewayV2::Integration': ['ApiId'],
  'AWS::ApiGatewayV2::Route': ['ApiId'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::Backup::BackupSelection': ['BackupPlanId', 'BackupSelection'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::CompositeAlarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': ['UserPoolId', 'GenerateSecret'],
  'AWS::Cognito::UserPoolGroup': ['UserPoolId', 'GroupName'],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::IAM::Role': ['RoleName', 'Path'],
  'AWS::Lambda::Alias': ['FunctionName', 'Name'],
  'AWS::Lambda::EventInvokeConfig': ['FunctionName', 'Qualifier'],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn'],
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::MetricFilter': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix'],
  'AWS::S3::BucketPolicy': ['Bucket'],
  'AWS::SES::ConfigurationSet': ['Name'],
  'AWS::SES::ConfigurationSetEventDestination': ['ConfigurationSetName'],
  'AWS::SES::EmailIdentity': ['EmailIdentity'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Scheduler::Schedule': ['Name'],
  'AWS::Scheduler::ScheduleGroup': ['Name'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::WAFv2::WebACL': ['Scope'],
};

/** A change of a deployed stack that AWS refuses or that loses data. */
export interface TemplateChange {
  /** `<stack>/<logical ID>` of the resource or output. */
  name: string;
  text: string;
  /** Whether AWS refuses it, so that it cannot be accepted. */
  isRefused: boolean;
}

/**
 * Returns the changes of deployed stacks that AWS refuses or that lose data: exports in use that are removed or changed,
 * resources with data that are removed or no longer retained, replaced resources, and index changes of a table.
 */
export const templateChanges = (deployed: Stacks, next: Stacks): TemplateChange[] => [
  ...changedExports(deployed, next),
  ...[...deployed].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, before]) =>
      resourceChanges(`${stack}/${id}`, before, next.get(stack)?.Resources[id]),
    ),
  ),
];

function changedExports(deployed: Stacks, next: Stacks): TemplateChange[] {
  const texts = [...deployed].map(([stack, template]) => [stack, JSON.stringify(template)] as const);
  return [...deployed].flatMap(([stack, { Outputs = {} }]) =>
    Object.entries(Outputs).flatMap(([id, output]) => {
      const name = output.Export?.Name;
      const after = next.get(stack)?.Outputs?.[id];
      if (name === undefined || JSON.stringify(after) === JSON.stringify(output)) return [];
      const users = texts.filter(([, text]) => text.includes(`{"Fn::ImportValue":${JSON.stringify(name)}}`));
      const change = after ? 'changes' : 'is removed';
      return users.map(([user]) => ({
        name: `${stack}/${id}`,
        text: `The export ${name} ${change}, but ${user} uses it.`,
        isRefused: true,
      }));
    }),
  );
}

function resourceChanges(name: string, before: Resource, after: Resource | undefined): TemplateChange[] {
  const { Type, Properties = {}, DeletionPolicy = 'Delete' } = before;
  const isData = withData.includes(Type);
  const resource = `${name} (${Type})${isData ? ' with data' : ''}`;
  const lost = (change: string): TemplateChange => ({
    name,
    text: `${resource} ${change}`,
    isRefused: false,
  });
  if (after?.Type !== Type) return isData ? [lost(`is removed, with the policy ${DeletionPolicy}.`)] : [];
  const changed = (replacing[Type] ?? []).filter(
    (property) => JSON.stringify(Properties[property]) !== JSON.stringify(after.Properties?.[property]),
  );
  const isRetained = isData && DeletionPolicy.startsWith('Retain');
  const losesPolicy = isRetained && !(after.DeletionPolicy ?? 'Delete').startsWith('Retain');
  return [
    ...changed.map((property) => lost(`is replaced, because ${property} changes.`)),
    ...(losesPolicy ? [lost(`loses the policy ${DeletionPolicy}: its removal would delete the data.`)] : []),
    ...indexChanges(before, after).map((change) => ({ name, text: `${name} ${change}`, isRefused: true })),
  ];
}

function indexChanges(before: Resource, after: Resource): string[] {
  const { names, rekeyed } = changedIndexes(before, after);
  return [
    ...rekeyed.map((index) => `changes the index ${index}; AWS refuses this: add one with another name.`),
    ...(names.length > mostIndexChanges
      ? [`changes ${names.length} indexes (${names.join(', ')}); AWS allows one per deployment.`]
      : []),
  ];
}

/** Indexes of a table that a deployment can add or remove. */
export const mostIndexChanges = 1;

/** Returns the most indexes of a table that are added or removed. */
export const indexChangesOf = (deployed: Stacks, next: Stacks): number =>
  Math.max(
    0,
    ...[...deployed].flatMap(([stack, { Resources }]) =>
      Object.entries(Resources).map(([id, before]) => {
        const after = next.get(stack)?.Resources[id];
        return after ? changedIndexes(before, after).names.length : 0;
      }),
    ),
  );

interface Index {
  IndexName: string;
  KeySchema?: unknown;
  Projection?: unknown;
}

/** Returns the indexes that are added or removed, and those with changed keys or attributes. */
function changedIndexes(before: Resource, after: Resource): { names: string[]; rekeyed: string[] } {
  const indexesOf = ({ Properties = {} }: Resource) =>
    new Map(
      ((Properties.GlobalSecondaryIndexes ?? []) as Index[]).map(({ IndexName, KeySchema, Projection }) => [
        IndexName,
        JSON.stringify([KeySchema, Projection]),
      ]),
    );
  const [former, later] = [indexesOf(before), indexesOf(after)];
  return {
    names: [
      ...[...former.keys()].filter((name) => !later.has(name)),
      ...[...later.keys()].filter((name) => !former.has(name)),
    ],
    rekeyed: [...former.keys()].filter((name) => later.has(name) && later.get(name) !== former.get(name)),
  };
}

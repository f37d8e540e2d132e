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

/**
 * Returns a sentence for each change of deployed stacks that AWS refuses or that loses data: exports in use that are
 * removed or changed, resources with data that are removed or no longer retained, replaced resources, and index changes of
 * a table.
 */
export const templateChanges = (deployed: Stacks, next: Stacks): string[] => [
  ...changedExports(deployed, next),
  ...[...deployed].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, before]) =>
      resourceChanges(`${stack}/${id}`, before, next.get(stack)?.Resources[id]),
    ),
  ),
];

function changedExports(deployed: Stacks, next: Stacks): string[] {
  const texts = [...deployed].map(([stack, template]) => [stack, JSON.stringify(template)] as const);
  return [...deployed].flatMap(([stack, { Outputs = {} }]) =>
    Object.entries(Outputs).flatMap(([id, output]) => {
      const name = output.Export?.Name;
      const after = next.get(stack)?.Outputs?.[id];
      if (name === undefined || JSON.stringify(after) === JSON.stringify(output)) return [];
      const users = texts.filter(([, text]) => text.includes(`{"Fn::ImportValue":${JSON.stringify(name)}}`));
      const change = after ? 'changes' : 'is removed';
      return users.map(([user]) => `The export ${name} ${change}, but ${user} uses it.`);
    }),
  );
}

function resourceChanges(name: string, before: Resource, after: Resource | undefined): string[] {
  const { Type, Properties = {}, DeletionPolicy = 'Delete' } = before;
  const hasData = withData.includes(Type);
  if (after?.Type !== Type)
    return hasData ? [`${name} (${Type}) with data is removed, with the policy ${DeletionPolicy}.`] : [];
  const changed = (replacing[Type] ?? []).filter(
    (property) => JSON.stringify(Properties[property]) !== JSON.stringify(after.Properties?.[property]),
  );
  const replaced = changed.map(
    (property) => `${name} (${Type})${hasData ? ' with data' : ''} is replaced, because ${property} changes.`,
  );
  const isRetained = hasData && DeletionPolicy.startsWith('Retain');
  const losesPolicy = isRetained && !(after.DeletionPolicy ?? 'Delete').startsWith('Retain');
  const indexes = changedIndexes(before, after);
  return [
    ...replaced,
    ...(losesPolicy
      ? [`${name} (${Type}) with data loses the policy ${DeletionPolicy}: its removal would delete the data.`]
      : []),
    ...indexes.rekeyed.map(
      (index) => `${name} changes the index ${index}; AWS refuses this: add one with another name.`,
    ),
    ...(indexes.names.length > 1
      ? [
          `${name} changes ${indexes.names.length} indexes (${indexes.names.join(', ')}); AWS allows one per deployment.`,
        ]
      : []),
  ];
}

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

// oxlint-disable no-new -- constructs register themselves with their scope
import { rolePath } from '../build/handlers.ts';
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectLockRetention,
  ObjectOwnership,
  type BucketProps,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { payrollRetentionDays } from '../../shared/payments/payroll-file.ts';
import { archiveYears } from '../../shared/visits/visit.ts';
import { acknowledge } from '../stages/acknowledge.ts';
import { makeSecrets, type Settings } from '../stages/stage.ts';
import { SecondCopy } from './second-copy.ts';
import { tableIndexes } from '../permissions/table-use.ts';

/** Prefixes of uploaded and delivered files and their parts. */
const uploadedPrefixes = [
  'hr/',
  'hr-read/',
  'check-ins/',
  'check-ins-read/',
  'roster-changes/',
  'uploads/',
  'visit-imports/',
  'club-imports/',
  'voucher-recipients/',
  'transfers/',
  'payroll/parts/',
];

/** Expiry rules of the files bucket. */
const fileRules: LifecycleRule[] = [
  {
    noncurrentVersionExpiration: Duration.days(90),
    abortIncompleteMultipartUploadAfter: Duration.days(1),
  },
  // uploads: their content is in the table
  ...uploadedPrefixes.map((prefix) => ({
    prefix,
    expiration: Duration.days(30),
    noncurrentVersionExpiration: Duration.days(1),
  })),
  // files from the bank with full account numbers: imported ones are stored sealed, refused ones wait for review
  { prefix: 'bank/incoming/', noncurrentVersionExpiration: Duration.days(30) },
  {
    prefix: 'bank/refused/',
    expiration: Duration.days(90),
    noncurrentVersionExpiration: Duration.days(1),
  },
  // archived visits, in the standard storage class: S3 does not
  // transition objects below 128 KB, and eighty visits are 10 KB
  {
    prefix: 'visit-archive/',
    expiration: Duration.days(archiveYears * 366),
    noncurrentVersionExpiration: Duration.days(1),
  },
  // wage records; parts of the folder expire earlier by their own rule
  {
    prefix: 'payroll/',
    expiration: Duration.days(payrollRetentionDays),
    noncurrentVersionExpiration: Duration.days(1),
  },
  // download links are valid for five minutes
  {
    prefix: 'downloads/',
    expiration: Duration.days(1),
    noncurrentVersionExpiration: Duration.days(1),
  },
];

/** Stateful resources: table, buckets, vault key, and secrets. */
export class DataStack extends Stack {
  readonly table: TableV2;
  /** Settings of functions (infra/permissions/permissions.ts) and the history of releases. */
  readonly settingsTable: TableV2;
  readonly files: Bucket;
  readonly agreements: Bucket;
  readonly outbox: Bucket;
  readonly vaultKey: Key;
  readonly secrets: Secret;

  constructor(scope: Construct, id: string, settings: Settings, props?: StackProps) {
    super(scope, id, { ...props, terminationProtection: settings.keepsData });
    this.table = this.makeTable(settings);
    this.settingsTable = this.makeSettingsTable(settings);
    const accessLogs = this.makeBucket('AccessLogs', settings, {
      lifecycleRules: [{ expiration: Duration.days(400), noncurrentVersionExpiration: Duration.days(1) }],
    });
    acknowledge(accessLogs, {
      'AwsSolutions-S1': 'This bucket holds the other buckets’ access logs; a log of the log would not end.',
    });
    const logged = (name: string): BucketProps => ({
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: `${name}/`,
    });
    this.files = this.makeBucket('Files', settings, {
      ...logged('files'),
      lifecycleRules: fileRules,
    });
    this.agreements = this.makeBucket('Agreements', settings, {
      ...logged('agreements'),
      ...locked(settings),
    });
    this.outbox = this.makeBucket('Outbox', settings, { ...logged('outbox'), ...locked(settings) });
    if (settings.secondCopy) new SecondCopy(this, 'SecondCopy', settings, settings.secondCopy, this);
    this.vaultKey = new Key(this, 'VaultKey', {
      description: 'Wraps the data key of every bank account; each is bound to its payee',
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: settings.removal,
    });
    this.vaultKey.addToResourcePolicy(this.onlyFunctionsOpen(settings));
    const secrets = makeSecrets(this, settings);
    this.secrets = secrets.Secrets;
    // `npm run operate -- rotate-key` also changes the source secret, so a deployment preserves the new key
    for (const [name, { secretArn }] of Object.entries(secrets))
      new CfnOutput(this, `${name}Arn`, { value: secretArn });
    new CfnOutput(this, 'FilesName', { value: this.files.bucketName });
    new CfnOutput(this, 'OutboxName', { value: this.outbox.bucketName });
    new CfnOutput(this, 'AgreementsName', { value: this.agreements.bucketName });
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'SettingsTableName', { value: this.settingsTable.tableName });
  }

  /** Restricts the key to the portal's function roles, by name; even account administrators are excluded. */
  private onlyFunctionsOpen({ stage }: Settings): PolicyStatement {
    const roles = ['Api', 'Jobs'].map((part) =>
      this.formatArn({
        service: 'iam',
        region: '',
        resource: 'role',
        resourceName: `${rolePath(stage, this.region).slice(1)}Wellport-${stage}-${part}-*`,
      }),
    );
    return new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*', 'kms:CreateGrant'],
      resources: ['*'],
      conditions: { ArnNotLike: { 'aws:PrincipalArn': roles } },
    });
  }

  private makeTable({ keepsData, removal }: Settings): TableV2 {
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    return new TableV2(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      globalSecondaryIndexes: tableIndexes.map(({ name, partitionKey, sortKey }) => ({
        indexName: name,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        projectionType: ProjectionType.KEYS_ONLY,
      })),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: keepsData,
      removalPolicy: removal,
    });
  }

  private makeSettingsTable({ keepsData, removal }: Settings): TableV2 {
    return new TableV2(this, 'Settings', {
      partitionKey: { name: 'name', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: keepsData,
      removalPolicy: removal,
    });
  }

  private makeBucket(name: string, { removal }: Settings, props: BucketProps): Bucket {
    return new Bucket(this, name, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      removalPolicy: removal,
      ...props,
    });
  }
}

/**
 * Locks objects against replacement and deletion, even by account administrators: Nacha requires bank file records for
 * six years, and agreements are evidence. In other stages, one day proves the lock and still allows removal.
 */
const locked = ({ stage }: Settings): BucketProps => ({
  objectLockEnabled: true,
  objectLockDefaultRetention:
    stage === 'production'
      ? ObjectLockRetention.compliance(Duration.days(6 * 366))
      : ObjectLockRetention.governance(Duration.days(1)),
});

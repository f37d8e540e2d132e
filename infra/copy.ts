// oxlint-disable no-new -- constructs register themselves with their scope
import { BackupVault, CfnRestoreTestingPlan, CfnRestoreTestingSelection } from 'aws-cdk-lib/aws-backup';
import {
  AccountPrincipal,
  Effect,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { App, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { acknowledge, withoutFailedAttempt } from './stages/acknowledge.ts';
import { copyPlan } from './cost/bill.ts';
import { stages } from './stages/stage-file.ts';

interface CopySettings {
  stage: string;
  /** Account of the portal. */
  sourceAccount: string;
  /** Name of the vault, which outlives its stack; default `wellport-<stage>-copy`. */
  vaultName?: string;
}

const vaultNameOf = ({ stage, vaultName }: Omit<CopySettings, 'sourceAccount'>): string =>
  vaultName ?? `wellport-${stage}-copy`;

/**
 * The second copy of a stage's data, in another account or region: a vault for backups of the tables, with a monthly
 * restore test, and replicas of the locked buckets. Deployed once there: `npx cdk deploy --app "node
 * infra/local/bootstrap.mjs infra/copy.ts" -c stage=production -c sourceAccount=123456789012`.
 */
export class CopyStack extends Stack {
  constructor(scope: Construct, id: string, settings: CopySettings, props?: StackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.makeVault(settings);
    for (const name of ['Outbox', 'Agreements']) this.makeReplica(name, settings);
    this.testRestores(settings);
  }

  private makeVault({ sourceAccount, ...settings }: CopySettings): void {
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: vaultNameOf(settings),
      encryptionKey: new Key(this, 'Key', {
        description: 'Encrypts the copies of backups',
        enableKeyRotation: true,
        removalPolicy: RemovalPolicy.RETAIN,
      }),
      // copies cannot be deleted earlier, by administrators of this account either, after three days
      lockConfiguration: {
        minRetention: Duration.days(copyPlan.daily),
        changeableFor: Duration.days(3),
      },
      accessPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            effect: Effect.ALLOW,
            principals: [new AccountPrincipal(sourceAccount)],
            actions: ['backup:CopyIntoBackupVault'],
            resources: ['*'],
          }),
        ],
      }),
      removalPolicy: withoutFailedAttempt(RemovalPolicy.RETAIN),
    });
    new CfnOutput(this, 'copyVaultArn', { value: vault.backupVaultArn });
  }

  private makeReplica(name: string, { stage, sourceAccount }: CopySettings): void {
    const replica = new Bucket(this, name, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      // replicas keep the lock of their source
      objectLockEnabled: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    replica.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AccountPrincipal(sourceAccount)],
        actions: ['s3:ReplicateObject', 's3:ReplicateTags'],
        resources: [replica.arnForObjects('*')],
        conditions: {
          ArnLike: {
            'aws:PrincipalArn': `arn:aws:iam::${sourceAccount}:role/Wellport-${stage}-Data-SecondCopy*`,
          },
        },
      }),
    );
    acknowledge(replica, {
      'AwsSolutions-S1': 'Only S3 itself writes replicas; the source has an access log.',
    });
    new CfnOutput(this, `${name.toLowerCase()}CopyArn`, { value: replica.bucketArn });
  }

  /** Restores the newest copy each month and deletes the result after a day; AWS Backup records the outcome. */
  private testRestores(settings: CopySettings): void {
    const planName = `wellport_${settings.stage}_monthly`;
    const role = new Role(this, 'RestoreRole', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForRestores'),
      ],
    });
    acknowledge(role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForRestores]':
        'AWS’s own policy for restores by its backup service, which only that service assumes.',
    });
    const plan = new CfnRestoreTestingPlan(this, 'Monthly', {
      restoreTestingPlanName: planName,
      scheduleExpression: 'cron(0 12 2 * ? *)',
      recoveryPointSelection: {
        algorithm: 'LATEST_WITHIN_WINDOW',
        includeVaults: [
          `arn:aws:backup:${this.region}:${this.account}:backup-vault:${vaultNameOf(settings)}`,
        ],
        recoveryPointTypes: ['SNAPSHOT'],
        selectionWindowDays: 7,
      },
    });
    const tables = new CfnRestoreTestingSelection(this, 'Tables', {
      restoreTestingPlanName: planName,
      restoreTestingSelectionName: 'tables',
      protectedResourceType: 'DynamoDB',
      protectedResourceArns: ['*'],
      iamRoleArn: role.roleArn,
      validationWindowHours: 24,
    });
    tables.addResourceDependency(plan);
  }
}

if (import.meta.main) {
  const app = new App();
  const [stage, sourceAccount] = ['stage', 'sourceAccount'].map((name) =>
    String(app.node.tryGetContext(name)),
  ) as [string, string];
  if (!stages.some((name) => name === stage) || !/^\d{12}$/.test(sourceAccount))
    throw new Error('Name the stage and the account of the portal: -c stage=… -c sourceAccount=123456789012');
  const vaultName = app.node.tryGetContext('vaultName') as string | undefined;
  new CopyStack(app, `Wellport-${stage}-Copy`, { stage, sourceAccount, vaultName });
  app.synth();
}

// oxlint-disable no-new -- constructs register themselves with their scope
import {
  BackupPlan,
  type BackupPlanCopyActionProps,
  BackupPlanRule,
  BackupResource,
  BackupVault,
} from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import {
  AccountPrincipal,
  ManagedPolicy,
  Policy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Duration, type RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { copyPlan } from '../cost/bill.ts';
import { acknowledge, everyFileOf, withoutFailedAttempt } from '../stages/acknowledge.ts';
import type { SecondCopySettings, Settings } from '../stages/stage.ts';

/** Tables and buckets to be copied. */
interface Copied {
  table: ITableV2;
  settingsTable: ITableV2;
  outbox: Bucket;
  agreements: Bucket;
}

/**
 * Copies the tables and the locked buckets to another account or region, so that neither a mistake of this account's
 * administrators nor the loss of the region destroys both.
 */
export class SecondCopy extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, places: SecondCopySettings, copied: Copied) {
    super(scope, id);
    this.backUp(settings.removal, places, [copied.table, copied.settingsTable]);
    for (const [name, bucket, copyArn] of [
      ['Outbox', copied.outbox, places.outboxArn],
      ['Agreements', copied.agreements, places.agreementsArn],
    ] as const)
      this.replicate(name, bucket, copyArn);
  }

  private backUp(
    removal: RemovalPolicy,
    { vaultName, vaultArn }: SecondCopySettings,
    tables: readonly ITableV2[],
  ): void {
    const key = new Key(this, 'Key', {
      description: 'Encrypts backups; the account of the second copy may decrypt them',
      enableKeyRotation: true,
      removalPolicy: removal,
    });
    key.grantEncryptDecrypt(new AccountPrincipal(vaultArn.split(':')[4]));
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: vaultName,
      encryptionKey: key,
      removalPolicy: withoutFailedAttempt(removal),
    });
    const destinationBackupVault = BackupVault.fromBackupVaultArn(this, 'Copies', vaultArn);
    const rule = (
      ruleName: 'daily' | 'weekly',
      kept: Pick<BackupPlanCopyActionProps, 'deleteAfter' | 'moveToColdStorageAfter'>,
    ) =>
      new BackupPlanRule({
        ruleName,
        // after the night's generations in Chicago
        scheduleExpression: Schedule.cron({
          minute: '30',
          hour: '9',
          ...(ruleName === 'weekly' && { weekDay: 'SUN' }),
        }),
        // point-in-time recovery covers earlier times in this account, and each backup is a full copy
        deleteAfter: Duration.days(copyPlan.here),
        copyActions: [{ destinationBackupVault, ...kept }],
      });
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        rule('daily', { deleteAfter: Duration.days(copyPlan.daily) }),
        rule('weekly', {
          moveToColdStorageAfter: Duration.days(1),
          deleteAfter: Duration.days(copyPlan.weekly),
        }),
      ],
    });
    const role = new Role(this, 'BackupRole', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup'),
      ],
    });
    acknowledge(role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
        'AWS’s own policy for its backup service, which only that service assumes.',
    });
    plan.addSelection('Tables', {
      role,
      // a restored table has the name of the stage's own with an end
      resources: tables.map(({ tableArn }) => BackupResource.fromArn(`${tableArn}*`)),
    });
  }

  /** Replicates new objects with their locks; existing ones are copied once by S3 Batch Replication. */
  private replicate(name: string, bucket: Bucket, copyArn: string): void {
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
    const role = new Role(this, `${name}Replication`, {
      assumedBy: new ServicePrincipal('s3.amazonaws.com'),
    });
    // not part of the role, because the bucket names the role
    const policy = new Policy(this, `${name}Permissions`, {
      roles: [role],
      statements: [
        allow(['s3:GetReplicationConfiguration', 's3:ListBucket'], [bucket.bucketArn]),
        allow(
          [
            's3:GetObjectVersionForReplication',
            's3:GetObjectVersionAcl',
            's3:GetObjectVersionTagging',
            's3:GetObjectRetention',
            's3:GetObjectLegalHold',
          ],
          [bucket.arnForObjects('*')],
        ),
        allow(['s3:ReplicateObject', 's3:ReplicateTags'], [`${copyArn}/*`]),
      ],
    });
    acknowledge(policy, {
      [everyFileOf(bucket)]: 'Replicates every object of the bucket, under names that the portal creates.',
      [`AwsSolutions-IAM5[Resource::${copyArn}/*]`]:
        'Replicates every object to the second copy, under the same names.',
    });
    (bucket.node.defaultChild as CfnBucket).replicationConfiguration = {
      role: role.roleArn,
      rules: [
        {
          id: 'second-copy',
          status: 'Enabled',
          priority: 1,
          filter: { prefix: '' },
          // nothing is deleted in the second copy
          deleteMarkerReplication: { status: 'Disabled' },
          destination: { bucket: copyArn, metrics: { status: 'Enabled' } },
        },
      ],
    };
  }
}

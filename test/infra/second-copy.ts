import { App } from 'aws-cdk-lib/core';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { makeFoundation } from '../../infra/app.ts';
import { CopyStack } from '../../infra/copy.ts';
import { AwsSolutionsChecks } from './nag.mjs';
import { defined } from '../support/defined.ts';
import { production } from './portal.ts';
import { samplePlaces } from '../../infra/quotas/quotas.ts';

const source = makeFoundation(production);
const data = Template.fromStack(source.data);
const copyApp = new App();
const copy = Template.fromStack(
  new CopyStack(copyApp, 'Wellport-production-Copy', {
    stage: 'production',
    sourceAccount: '111111111111',
  }),
);

test('tables, also restored ones, are copied to the other vault daily for days and weekly for months', () => {
  data.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        Match.objectLike({
          ScheduleExpression: 'cron(30 9 * * ? *)',
          Lifecycle: { DeleteAfterDays: 2 },
          CopyActions: [
            { DestinationBackupVaultArn: samplePlaces.copyVaultArn, Lifecycle: { DeleteAfterDays: 7 } },
          ],
        }),
        Match.objectLike({
          ScheduleExpression: 'cron(30 9 ? * SUN *)',
          Lifecycle: { DeleteAfterDays: 2 },
          CopyActions: [
            {
              DestinationBackupVaultArn: samplePlaces.copyVaultArn,
              // AWS keeps a cold copy for at least 90 days
              Lifecycle: { DeleteAfterDays: 91, MoveToColdStorageAfterDays: 1 },
            },
          ],
        }),
      ],
    },
  });
  const [selection] = Object.values(data.findResources('AWS::Backup::BackupSelection'));
  const resources = (defined(selection).Properties as { BackupSelection: { Resources: unknown[] } })
    .BackupSelection.Resources;
  expect(resources).toHaveLength(2);
  for (const resource of resources)
    expect(JSON.stringify(resource)).toMatch(/"(Table|Settings)\w+","Arn"\]\},"\*"/);
});

test('sent bank files and agreements are replicated, without deletions', () => {
  const replicated = Object.values(data.findResources('AWS::S3::Bucket')).flatMap(({ Properties }) => {
    const { ReplicationConfiguration } = Properties as {
      ReplicationConfiguration?: {
        Rules: { Destination: { Bucket: string }; DeleteMarkerReplication: { Status: string } }[];
      };
    };
    return ReplicationConfiguration?.Rules ?? [];
  });
  expect(replicated.map(({ Destination }) => Destination.Bucket).toSorted()).toEqual([
    samplePlaces.agreementsCopyArn,
    samplePlaces.outboxCopyArn,
  ]);
  for (const { DeleteMarkerReplication } of replicated)
    expect(DeleteMarkerReplication.Status).toBe('Disabled');
});

test('the other place accepts copies of this stage only, locks them, and restores one each month', () => {
  copy.hasResourceProperties('AWS::Backup::BackupVault', {
    AccessPolicy: {
      Statement: [Match.objectLike({ Action: 'backup:CopyIntoBackupVault', Effect: 'Allow' })],
    },
    LockConfiguration: Match.objectLike({ MinRetentionDays: 7 }),
  });
  const buckets = Object.values(copy.findResources('AWS::S3::Bucket'));
  expect(buckets).toHaveLength(2);
  for (const { Properties } of buckets) expect(Properties).toMatchObject({ ObjectLockEnabled: true });
  for (const policy of Object.values(copy.findResources('AWS::S3::BucketPolicy')))
    expect(JSON.stringify(policy)).toContain('role/Wellport-production-Data-SecondCopy*');
  copy.hasResourceProperties('AWS::Backup::RestoreTestingPlan', { ScheduleExpression: 'cron(0 12 2 * ? *)' });
  for (const name of ['copyVaultArn', 'outboxCopyArn', 'agreementsCopyArn'])
    expect(Object.keys(copy.findOutputs(name)), name).toHaveLength(1);
});

test('the rules of cdk-nag pass with a second copy, here and there', () => {
  for (const app of [source.app, copyApp])
    expect(
      new AwsSolutionsChecks(app)
        .validateScope(app)
        .violations.map(({ ruleName, violatingResources }) => [
          ruleName,
          violatingResources.map(({ resourceLogicalId }) => resourceLogicalId),
        ]),
    ).toEqual([]);
});

test('a stage without a second copy has none, and an incomplete one is refused', () => {
  Template.fromStack(makeFoundation().data).resourceCountIs('AWS::Backup::BackupPlan', 0);
  expect(() => makeFoundation({ copyVaultArn: samplePlaces.copyVaultArn })).toThrow('requires three places');
});

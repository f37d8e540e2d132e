import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { AlarmGroup, Watched } from './alarm-row.ts';

const period = Duration.hours(1);

/** Failures in the account and region, because the metrics of a copy can name the vault of the destination. */
const failed = (namespace: 'Backup' | 'S3', metricName: string, dimensions: string) =>
  new MathExpression({
    label: metricName,
    expression: `SELECT SUM(${metricName}) FROM SCHEMA("AWS/${namespace}", ${dimensions})`,
    usingMetrics: {},
    period,
  });

/** Returns the alarm of the second copy, if the stage has one. */
export const copyRows = ({ backupVault }: Watched): AlarmGroup[] =>
  backupVault !== undefined
    ? [
        {
          name: 'SecondCopyFails',
          when: 'any',
          of: [
            ...['NumberOfBackupJobsFailed', 'NumberOfBackupJobsExpired', 'NumberOfCopyJobsFailed'].map(
              (metricName) => ({
                name: metricName,
                metric: failed('Backup', metricName, 'BackupVaultName'),
                threshold: 1,
              }),
            ),
            {
              name: 'NoBackupCompleted',
              metric: new Metric({
                namespace: 'AWS/Backup',
                metricName: 'NumberOfBackupJobsCompleted',
                dimensionsMap: { BackupVaultName: backupVault },
                period,
                statistic: 'Sum',
              }),
              threshold: 1,
              // a daily backup starts within an hour of its time and takes up to some hours
              periods: 30,
              expectsData: true,
            },
            {
              name: 'ReplicationFailed',
              metric: failed('S3', 'OperationsFailedReplication', 'DestinationBucket, RuleId, SourceBucket'),
              threshold: 1,
            },
          ],
          hurts:
            'Data could be lost with this account or region: the second copy of the tables, bank files, or agreements is incomplete.',
          runbook: 'the-second-copy-fails',
          logs: { of: ['settings/on-deployment'], query: 'sort @timestamp desc' },
        },
      ]
    : [];

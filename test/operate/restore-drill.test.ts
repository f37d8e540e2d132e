import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { listDrills, restoreDrill } from '../../infra/operate/restore-drill.ts';

const now = new Date('2026-11-20T12:00:00Z');
const restored = 'own-restored-20261120T110000Z';
const rows = [{ pk: 'PARTNER#1', sk: 'PARTNER', entity: 'partner' }];

function mocked() {
  const [tables, rowsOfTables, files] = [
    mockClient(DynamoDBClient),
    mockClient(DynamoDBDocumentClient),
    mockClient(S3Client),
  ];
  tables
    .onAnyCommand()
    .resolves({})
    .on(DescribeTableCommand)
    .rejectsOnce(Object.assign(new Error('missing'), { name: 'ResourceNotFoundException' }))
    .resolves({ Table: { TableStatus: 'ACTIVE' } });
  rowsOfTables.on(ScanCommand).resolves({ Items: rows }).on(PutCommand).resolves({});
  files.on(ListObjectsV2Command).resolves({});
  onTestFinished(() => [tables, rowsOfTables, files].forEach((mock) => mock.restore()));
  return { tables, rowsOfTables };
}

it('restores an hour ago, compares, deletes only the copy, and records the proof', async () => {
  const { tables, rowsOfTables } = mocked();
  const output = await restoreDrill({ table: 'own', own: 'own', outbox: 'outbox' }, now);
  expect(tables.commandCalls(RestoreTableToPointInTimeCommand)[0]?.args[0].input).toMatchObject({
    SourceTableName: 'own',
    TargetTableName: restored,
    RestoreDateTime: new Date('2026-11-20T11:00:00Z'),
  });
  expect(tables.commandCalls(UpdateTableCommand).at(-1)?.args[0].input).toEqual({
    TableName: restored,
    DeletionProtectionEnabled: false,
  });
  expect(tables.commandCalls(DeleteTableCommand).map(({ args }) => args[0].input)).toEqual([
    { TableName: restored },
  ]);
  const [put] = rowsOfTables.commandCalls(PutCommand);
  expect(put?.args[0].input.Item).toMatchObject({ name: 'drill 2026-11-20T12:00:00.000Z' });
  expect(String(put?.args[0].input.Item?.proof)).toContain('It equals the current table');
  expect(output).toContain('The copy was deleted');
});

it('lists the recorded drills, oldest first', async () => {
  const { rowsOfTables } = mocked();
  rowsOfTables.on(ScanCommand).resolves({
    Items: [
      { name: 'drill 2', at: '2', proof: 'second' },
      { name: 'release 1', at: '1', release: 'x' },
      { name: 'drill 1', at: '1', proof: 'first' },
    ],
  });
  expect(await listDrills()).toBe('1\nfirst\n\n2\nsecond');
});

import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { errorName } from '../../shared/refusal.ts';
import { tableIndexes } from '../permissions/table-use.ts';

/** Creates table and buckets in the local engines unless they exist. */
export async function provision(): Promise<void> {
  await Promise.all([makeTable(), makeBuckets()]);
}

async function makeTable(): Promise<void> {
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  try {
    await new DynamoDBClient({}).send(
      new CreateTableCommand({
        TableName: process.env.TABLE_NAME,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          text('pk'),
          text('sk'),
          text('list'),
          text('who'),
          ...tableIndexes.map(({ sortKey }) => text(sortKey)),
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: tableIndexes.map(({ name, partitionKey, sortKey }) => ({
          IndexName: name,
          KeySchema: [
            { AttributeName: partitionKey, KeyType: 'HASH' },
            { AttributeName: sortKey, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      }),
    );
  } catch (error) {
    if (errorName(error) !== 'ResourceInUseException') throw error;
  }
}

async function makeBuckets(): Promise<void> {
  const s3 = new S3Client({ forcePathStyle: true });
  for (const Bucket of [process.env.FILES_BUCKET, process.env.AGREEMENTS_BUCKET, process.env.OUTBOX_BUCKET]) {
    try {
      await s3.send(new CreateBucketCommand({ Bucket }));
    } catch (error) {
      const name = errorName(error);
      if (name !== 'BucketAlreadyExists' && name !== 'BucketAlreadyOwnedByYou') throw error;
    }
  }
}

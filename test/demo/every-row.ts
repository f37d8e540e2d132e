import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '../../functions/table/client.ts';

export type Row = Record<string, unknown> & { pk: string; sk: string };

export async function everyRow(): Promise<Row[]> {
  const found: Row[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after }),
    );
    found.push(...(Items as Row[]));
    after = LastEvaluatedKey;
  } while (after);
  return found.toSorted((left, other) => (`${left.pk}|${left.sk}` < `${other.pk}|${other.sk}` ? -1 : 1));
}

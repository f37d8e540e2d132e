import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '../../../functions/table/client.ts';

// what tells of the work itself: audit, jobs, ledger, and the change and its counters; a total's CHANGES is its version
const ofTheWork = /^(AUDIT|JOB|ROSTER-CHANGE|LEDGER)#|^COUNT#(JOBS|ROSTER-CHANGES)#|^COUNT#.*#CHANGES/;

/**
 * The whole table but what tells of the work, without versions; a counter's shards as their sum, and none where that is
 * nought.
 */
export async function tableNow(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  let after: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after, ConsistentRead: true }),
    );
    for (const { version: _, ledger: __, ...item } of page.Items ?? []) {
      const { pk, sk, n } = item as { pk: string; sk: string; n?: number };
      if (ofTheWork.test(pk)) continue;
      const isCount = pk.startsWith('COUNT#') || /COUNT(#|$)/.test(sk);
      const name = `${pk}|${sk.replace(/#\d+$/, '')}`;
      found[name] = isCount ? Number(found[name] ?? 0) + (n ?? 0) : item;
    }
    after = page.LastEvaluatedKey;
  } while (after);
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0));
}

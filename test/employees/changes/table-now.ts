import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '../../../functions/table/client.ts';

// items of the job itself: audit, jobs, ledger, the change, and its counters; CHANGES of a total is its version
const ofTheWork =
  /^(AUDIT|JOB|ROSTER-CHANGE|LEDGER|MEMBERSHIP-EMAILS)#|^COUNT#(JOBS|ROSTER-CHANGES)#|^COUNT#.*#CHANGES/;

export async function tableNow(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  let after: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after, ConsistentRead: true }),
    );
    // the proof of identity for an undo is not part of the roster
    for (const { version: _, ledger: __, proofs: ___, ...item } of page.Items ?? []) {
      const { pk, sk, n } = item as { pk: string; sk: string; n?: number };
      // the number of memberships that ended on a day remains after an undo: it limits what a partner can end
      if (ofTheWork.test(pk) || sk.startsWith('LEAVERS#')) continue;
      const isCount = pk.startsWith('COUNT#') || /COUNT(#|$)/.test(sk);
      const name = `${pk}|${sk.replace(/#\d+$/, '')}`;
      found[name] = isCount ? Number(found[name] ?? 0) + (n ?? 0) : item;
    }
    after = page.LastEvaluatedKey;
  } while (after);
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0));
}

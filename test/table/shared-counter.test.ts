import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, tableName } from '../../functions/table/client.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { countOf } from '../../functions/table/list.ts';
import { transact } from '../../functions/table/transact.ts';
import { listVisits, visitAdded, visitEntity } from '../../functions/visits/store.ts';
import { change } from '../../functions/table/change.ts';
import { provision } from '../../infra/local/provision.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Visit } from '../../shared/visits/visit.ts';

beforeAll(() => provision());

const visitAt = (place: number): Visit => ({
  memberId: `M${place}`,
  partnerId: '7',
  facilityId: '4100',
  facilityName: 'Harbor',
  memberName: `Ann ${place}`,
  date: '2026-10-05',
  time: '',
  periodId: '202610',
  version: 0,
});

const list = lists.visits('7', '202610');
const writers = 60;

describe('the row count of a list with many writers', () => {
  it('loses no increment and spreads writers over its items', async () => {
    const pairs = Array.from({ length: writers }, (_, index) => [visitAt(2 * index), visitAt(2 * index + 1)]);
    await Promise.all(pairs.map((pair) => transact(...pair.flatMap(visitAdded))));
    expect(await countOf(list)).toBe(2 * writers);
    expect((await listVisits('7', '202610', {})).totalCount).toBe(2 * writers);
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.count(list).pk },
      }),
    );
    expect(Items.length).toBeGreaterThan(5);
    // a transaction increments the counter once: no item has more than its share
    expect(Math.max(...Items.map(({ n }) => Number(n)))).toBeLessThan(writers);
  });

  it('decreases when rows are removed, regardless of the items that counted them', async () => {
    const lost = { lost: new Refusal('conflict', 'It changed.') };
    for (let index = 0; index < 10; index++)
      await transact(...change(visitEntity, { ...visitAt(index), version: 1 }, null, lost));
    expect(await countOf(list)).toBe(2 * writers - 10);
  });
});

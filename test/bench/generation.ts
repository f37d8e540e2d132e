import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { enrollmentEntity, memberEntity } from '../../functions/members/store.ts';
import { partnerEntity } from '../../functions/partners/store.ts';
import { beginGeneration } from '../../functions/payments/generation.ts';
import { memberPaymentsList } from '../../functions/payments/payment-lists.ts';
import { paymentEntity } from '../../functions/payments/store.ts';
import { work } from '../../functions/jobs/work.ts';
import { itemOf } from '../../functions/table/change.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { pagesOfList } from '../../functions/table/list.ts';
import '../support/jobs.ts';
import { someGroupMembership, someMember, somePartner } from '../support/world.ts';
import { costOf, print, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const partnerId = '8000';
const periodId = '202610';
const dues = { programPaymentTypeID: 2, paymentTypeID: 6 } as const;

async function load(members: number): Promise<void> {
  const items: Record<string, unknown>[] = [
    itemOf(partnerEntity, { ...somePartner(partnerId), version: 1 }),
    itemOf(groupMembershipEntity, {
      ...someGroupMembership(partnerId, { programPaymentTypeID: 2, memberDuesAmount: 35_00 }),
      version: 1,
    }),
  ];
  for (let place = 0; place < members; place++) {
    const facilityId = String(4000 + (place % 200));
    const member = someMember(`G${String(place).padStart(6, '0')}`, partnerId, {
      invitationStatus: 4,
      facilityId,
      facilityName: `Club ${facilityId}`,
      activatedOn: '2026-09-05',
      withdrawalPayeeToken: `payee-${place}`,
      version: 1,
    });
    items.push(
      itemOf(memberEntity, member),
      itemOf(enrollmentEntity, {
        partnerId,
        facilityId,
        memberId: member.id,
        from: '2026-09-05',
        to: null,
        version: 1,
      }),
    );
  }
  await putAll(items);
}

const list = () =>
  memberPaymentsList({
    programPaymentTypeId: dues.programPaymentTypeID,
    paymentTypeId: dues.paymentTypeID,
    partnerId,
    periodId,
  });

/**
 * Dues of 10,000 members: write units per line against a single put of such a line (its index entries included), which
 * is the least that any way of writing it can cost.
 */
export async function benchGeneration(members = 10_000): Promise<Line[]> {
  await load(members);
  const input = { ...dues, periodId, partnerId, fees: null, onlyMissing: false };
  const now = new Date('2026-10-01T15:00:00Z');
  await beginGeneration(
    { id: 'bench-generation', kind: 'member payments', list: 'bench', input },
    { userId: 'bench' },
    now,
  );
  const began = performance.now();
  const cost = await costOf(() => work('bench-generation', () => Infinity));
  const seconds = (performance.now() - began) / 1000;
  let lines = 0;
  let sample: Record<string, unknown> | undefined;
  for await (const { rows } of pagesOfList(list(), 'memberFullName')) {
    lines += rows.length;
    sample ??= rows[0] && itemOf(paymentEntity, rows[0]);
  }
  if (lines !== members || !sample) throw new Error(`${lines} lines for ${members} members`);
  const { writeUnits: least } = await costOf(() =>
    client.send(new PutCommand({ TableName: tableName(), Item: { ...sample, pk: 'BENCH', sk: 'ONE-LINE' } })),
  );
  const perLine = cost.writeUnits / lines / least;
  const results: Line[] = [
    {
      what: `${lines.toLocaleString('en-US')} lines, write units to single puts of ${least}`,
      value: `${perLine.toFixed(3)} ×`,
      bound: 'at most 1.1 ×',
      holds: perLine <= 1.1,
    },
    {
      what: 'round trips and read units a line, and seconds in all',
      value: `${(cost.roundTrips / lines).toFixed(2)} / ${(cost.readUnits / lines).toFixed(2)} / ${seconds.toFixed(0)}`,
    },
  ];
  print(`Generating the dues of ${members.toLocaleString('en-US')} members`, results);
  return results.slice(0, 1);
}

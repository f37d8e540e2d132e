import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { keyFobChange } from '../../functions/employees/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { members } from '../../shared/contracts/members.ts';
import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import { freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { useWorld, someMember } from '../support/world.ts';

const world = useWorld();

async function listed(query: Record<string, string>) {
  const rows: { memberID: string; memberStatus: number; partnerID: string }[] = [];
  let cursor: string | undefined;
  do {
    const { body, status } = await call(members.list, world.admin, { query: { cursor, ...query } });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}
const ids = async (query: Record<string, string>) => (await listed(query)).map(({ memberID }) => memberID);

describe('filters of the members list', () => {
  it('list the members of a partner by status and name, without free key fobs, in pages', async () => {
    const id = await freshPartner();
    await transact(...keyFobChange(null, freeKeyFob('FFAB01', id, '2026-09-01T00:00:00.000Z')));
    const statuses = [4, 1, 5, 4, 1] as const;
    for (const [index, invitationStatus] of statuses.entries())
      await transact(...memberChange(null, someMember(`PF${index}`, id, { invitationStatus })));
    const partner = { partnerID: id };
    expect(await ids(partner)).toEqual(['PF1', 'PF4', 'PF0', 'PF3', 'PF2']);
    expect(await ids({ ...partner, pageSize: '2' })).toEqual(['PF1', 'PF4', 'PF0', 'PF3', 'PF2']);
    expect(await ids({ ...partner, memberStatus: '0' })).toEqual(['PF0', 'PF3']);
    expect(await ids({ ...partner, filter: 'pf2' })).toEqual(['PF2']);
    const rows = await listed({ memberStatus: '2' });
    expect(new Set(rows.map(({ memberStatus }) => memberStatus))).toEqual(new Set([2]));
    expect(rows.map(({ memberID }) => memberID)).toContain('PF2');
    for (const query of [
      { ...partner, facilityID: '4100' },
      { memberStatus: '0', filter: 'ann' },
    ])
      expect((await call(members.list, world.admin, { query })).status).toBe(400);
  });

  it('name the partner of rows that were stored without it', async () => {
    const id = await freshPartner();
    await transact(...memberChange(null, someMember('OLDROW', id, { firstName: 'Oldrow' })));
    const { pk, sk } = keys.memberRow('OLDROW');
    const name = { TableName: tableName(), Key: { pk, sk } };
    await client.send(new UpdateCommand({ ...name, UpdateExpression: 'REMOVE partnerId' }));
    expect((await listed({ filter: 'oldrow' }))[0]).toMatchObject({ partnerID: id });
  });
});

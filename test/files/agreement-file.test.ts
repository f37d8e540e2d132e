import { beforeAll, describe, expect, it } from 'vitest';
import { agreementChange } from '../../functions/enrollment/store.ts';
import { putFileOnce } from '../../functions/platform/files.ts';
import { transact } from '../../functions/table/transact.ts';
import { agreementFile } from '../../shared/enrollment/agreement.ts';
import { files } from '../../shared/contracts/files.ts';
import { call } from '../support/call.ts';
import { useWorld, type World } from '../support/world.ts';

const rowKey = 'abc123';
const world = useWorld();
beforeAll(async () => {
  for (const { member } of [world.own, world.other]) {
    const signed = {
      memberId: member.id,
      rowKey,
      facilityId: member.facilityId ?? '',
      facilityName: '',
      documentAgreementVersion: 4,
      hash: 'h',
      signedAt: '2026-09-05T12:00:00.000Z',
      version: 0,
    };
    await putFileOnce('agreements', agreementFile(signed), `%PDF of ${member.id}`, 'application/pdf');
    await transact(...agreementChange(signed));
  }
});

const read = (as: World['admin'], partitionKey: string, row = rowKey) =>
  call(files.get, as, { params: { partitionKey, rowKey: row } });

describe('signed agreement', () => {
  it('can be read by its member, the facility manager, and administrators', async () => {
    const { memberUser, member } = world.own;
    for (const person of [memberUser, world.facilityManager, world.admin]) {
      const { status, bytes, headers } = await read(person, member.id);
      expect(status).toBe(200);
      expect(bytes.toString()).toBe('%PDF of M11');
      expect(headers['content-disposition']).toContain('Agreement Ann Lund M11 2026-09-05.pdf');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    expect((await read(world.admin, world.other.member.id)).status).toBe(200);
  });
  it('cannot be read by other members, other facilities’ managers, or the partner', async () => {
    for (const person of [world.own.memberUser, world.facilityManager, world.own.manager])
      expect((await read(person, world.other.member.id)).status).toBe(403);
    for (const person of [world.own.memberUser, world.facilityManager])
      expect((await read(person, 'nobody')).status).toBe(403);
  });
  it('is found only by its name, without path traversal', async () => {
    expect((await read(world.own.memberUser, world.own.member.id, 'other')).status).toBe(404);
    expect((await read(world.admin, 'nobody')).status).toBe(404);
    expect((await read(world.admin, world.own.member.id, '../M21/abc123')).status).toBe(400);
  });
});

import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { addressDigest, findSignUp, signUpChange } from '../../functions/employees/sign-up-store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { transact } from '../../functions/table/transact.ts';
import { replayErasures } from '../../infra/operate/replay-erasures.ts';
import { deleted } from '../../shared/members/member.ts';
import { useWorld, someMember } from '../support/world.ts';

const former = `former-${process.pid}`;
const now = new Date('2026-11-20T12:00:00Z');
const world = useWorld();

const erasedIn = async (TableName: string, subject: string) => {
  const { Item } = auditWrite({ name: 'person erased', subject, who: 'operator' }, now).item.Put ?? {};
  await client.send(new PutCommand({ TableName, Item: Item as Record<string, unknown> }));
};

beforeAll(async () => {
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: former,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  for (const id of ['LEFT1', 'LEFT2'])
    await transact(
      ...memberChange(
        null,
        someMember(id, world.own.partner.id, {
          firstName: 'Rosalind',
          email: `${id.toLowerCase()}@people.test`,
          invitationStatus: deleted,
        }),
      ),
    );
  await erasedIn(former, 'member LEFT1');
  // erased before the restored time
  await erasedIn(former, 'member LEFT2');
  await erasedIn(tableName(), 'member LEFT2');
});

it('repeats the erasures of the former table that the restored one lacks, once', async () => {
  expect(await replayErasures(former, tableName(), now)).toContain('member LEFT1: ');
  expect((await loadMember('LEFT1')).firstName).toBe('Erased');
  expect((await loadMember('LEFT2')).firstName).toBe('Rosalind');
  expect(await replayErasures(former, tableName(), now)).toBe('No erasure had to be repeated.');
});

it('repeats the erasure of a sign-up, and skips one that was not restored', async () => {
  const partnerId = world.own.partner.id;
  const email = 'signed-up@people.test';
  const digest = addressDigest(email);
  const stored = { id: 'S1', partnerId, digest, firstName: 'Rosalind', lastName: 'Quill', email, version: 0 };
  const at = new Date().toISOString();
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
  await transact(...signUpChange(null, { ...stored, signedUpAt: at, declined: null, expiresAt }));
  await erasedIn(former, `sign-up ${partnerId}-S1`);
  await erasedIn(former, `sign-up ${partnerId}-S2`);
  expect(await replayErasures(former, tableName(), now)).toContain(`sign-up ${partnerId}-S1: ${email}`);
  expect(await findSignUp(partnerId, digest)).toBeUndefined();
  expect(await replayErasures(former, tableName(), now)).toBe('No erasure had to be repeated.');
});

it('reports an erasure that the restored data do not allow yet, and refuses the table in use', async () => {
  await erasedIn(former, `member ${world.own.member.id}`);
  await expect(replayErasures(former, tableName(), now)).rejects.toThrow('End the membership first');
  await expect(replayErasures(tableName(), tableName(), now)).rejects.toThrow('must differ');
});

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { callerOf } from '../../functions/users/caller.ts';
import { removePoolUser } from '../../functions/platform/user-pool.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import { provision } from '../../infra/local/provision.ts';
import { rebuildPeople } from '../../infra/operate/rebuild-people.ts';
import { walkTable } from '../../infra/operate/walk-table.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { users } from '../../shared/contracts/users.ts';
import { turnOn } from '../single-sign-on/flow.ts';
import { call } from '../support/call.ts';
import { asStored, freshClaims, mailsTo, password, createUser, claimsIn } from '../users/person.ts';

beforeAll(provision);

const newPassword = 'Lighthouse2027';
const logIn = (userName: string, typed = newPassword) =>
  call(users.login, undefined, { body: { userName, password: typed } });
const linksTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).flatMap((text) => /\/userinvitation\/(\S+)/.exec(text)?.[1] ?? []);

it('lets users of a lost pool choose a new password and preserves their identity', async () => {
  const [ada, lost, removed] = [
    await createUser({ role: 'systemAdmin', hasSecondFactor: true }),
    await createUser({ role: 'member', memberIds: ['M-1'] }),
    await createUser(),
  ];
  const there = await createUser();
  await transact(...userChange(removed, { ...removed, disabled: true }));
  for (const { email } of [ada, lost, removed]) await removePoolUser(email);

  const counted = await rebuildPeople({ carryOut: false, again: false }, new Date());
  expect(counted).toMatch(/Nothing was changed/);
  expect(counted).toMatch(/ 2 {2}invited to choose a new password/);
  expect(await linksTo(lost.email)).toEqual([]);

  const done = await rebuildPeople({ carryOut: true, again: false }, new Date());
  for (const line of [/ 2 {2}invited to choose/, / 1 {2}removed, not invited/, / 1 {2}can log in already/])
    expect(done).toMatch(line);
  // a completed run sends no more emails
  await rebuildPeople({ carryOut: true, again: false }, new Date());
  const [token = '', ...more] = await linksTo(lost.email);
  expect(more).toEqual([]);
  expect([await linksTo(removed.email), await linksTo(there.email)]).toEqual([[], []]);

  const body = { password: newPassword, confirmPassword: newPassword };
  expect((await call(users.acceptInvitation, undefined, { params: { token }, body })).status).toBe(200);
  const signedIn = await logIn(lost.email);
  const claims = claimsIn(signedIn.body.tokens.accessToken);
  expect(claims).not.toMatchObject({ sub: lost.id });
  const event = { requestContext: { authorizer: { jwt: { claims: { ...claims, ...freshTime } } } } };
  const caller = await callerOf(event as never);
  expect([caller?.userId, caller?.role, caller?.user?.memberIds]).toEqual([lost.id, 'member', ['M-1']]);
  expect((await asStored(ada.id)).hasSecondFactor).toBeUndefined();

  // the pool's new ID is used from now on
  const admin = await createUser({ role: 'systemAdmin' });
  const removal = { params: { administratorId: ada.id }, claims: freshClaims(admin) };
  expect((await call(administrators.remove, admin, removal)).status).toBe(200);
  expect((await logIn(ada.email, password)).status).toBe(422);
});

it('sends people of a required provider to it, without a word of a password', async () => {
  const provider = { issuer: 'https://lost.example', clientId: 'wellport', clientSecret: 'secret' };
  const manager = await createUser({ role: 'partnerManager', partnerId: 'lost-pool' });
  const policy = { isRequired: true, breakGlassUserIds: ['a', 'b'] };
  await turnOn('lost-pool', provider, { policy, domain: 'lost.example' });
  await removePoolUser(manager.email);
  const done = await rebuildPeople({ carryOut: true, again: true }, new Date());
  expect(done).toMatch(/ 1 {2}emailed to log in at their employer again/);
  const text = (await mailsTo(manager.email)).at(-1);
  expect(text).toContain('Log in with the log-in of your employer');
  expect(text).not.toMatch(/password/i);
  expect((await asStored(manager.id)).emailedLink).toBeUndefined();
});

const freshTime = { auth_time: Math.floor(Date.now() / 1000) + 60 };

it('resumes a crashed walk after its completed rows and replans changed ones', async () => {
  const kind = 'walked thing';
  const row = (place: number) => ({ pk: `WALKED#${place}`, sk: 'WALKED', entity: kind, version: 1 });
  for (let index = 0; index < 24; index++)
    await client.send(new PutCommand({ TableName: tableName(), Item: row(index) }));
  const done = new Map<string, number>();
  let left = 9;
  const walk = (isMortal: boolean) =>
    walkTable(
      {
        name: 'test walk',
        entities: [kind],
        plan: ({ pk }) => ({
          counted: 'done',
          carryOut: async () => {
            if (isMortal && left-- <= 0) throw new Error('killed');
            done.set(pk, (done.get(pk) ?? 0) + 1);
          },
        }),
      },
      { dryRun: false, again: false },
    );
  await expect(walk(true)).rejects.toThrow('killed');
  expect(done.size).toBeLessThan(24);
  expect(await walk(false)).toEqual({ done: 24 });
  // each of the four segments repeats at most its current row
  const repeated = [...done.values()].filter((times) => times !== 1);
  expect(repeated.length).toBeLessThanOrEqual(4);
  expect(repeated.every((times) => times === 2)).toBe(true);

  await client.send(new PutCommand({ TableName: tableName(), Item: { ...row(0), entity: 'changing' } }));
  const seen: unknown[] = [];
  const { Refusal } = await import('../../shared/refusal.ts');
  const counts = await walkTable(
    {
      name: 'changing walk',
      entities: ['changing'],
      plan: ({ pk, sk, version }) => ({
        counted: 'done',
        carryOut: async () => {
          seen.push(version);
          if (version !== 1) return;
          const Key = { pk, sk };
          const set = { UpdateExpression: 'SET version = :two', ExpressionAttributeValues: { ':two': 2 } };
          await client.send(new UpdateCommand({ TableName: tableName(), Key, ...set }));
          throw new Refusal('conflict', 'changed');
        },
      }),
    },
    { dryRun: false, again: false },
  );
  expect([seen, counts]).toEqual([[1, 2], { done: 1 }]);
  expect(keys.backfill('changing walk 0').pk).toBe('BACKFILL#changing walk 0');
});

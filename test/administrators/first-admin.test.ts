import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { addFirstAdministrator } from '../../infra/operate/first-admin.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { asStored, freshClaims, mailsTo, password, createUser, recordOwnSession } from '../users/person.ts';

beforeAll(provision);

const email = `first-${randomUUID().slice(0, 8)}@administrators.test`;
const tokenOf = (address: string) => new URL(address, 'https://site.test').pathname.split('/').at(-1) ?? '';
const accept = (token: string) =>
  call(users.acceptInvitation, undefined, {
    params: { token },
    body: { password, confirmPassword: password },
  });

it('an empty deployment gets its first administrator, who invites the next', async () => {
  await expect(addFirstAdministrator('no address', 'Ada Okafor', new Date())).rejects.toThrow('Email');
  const lost = tokenOf(await addFirstAdministrator(email, 'Ada Okafor', new Date()));
  const token = tokenOf(await addFirstAdministrator(email, 'Ada Okafor', new Date()));
  expect((await accept(lost)).status).toBe(404);
  expect((await accept(token)).status).toBe(200);
  const { body } = await call(users.login, undefined, { body: { userName: email, password } });
  expect(body.tokens.accessToken).toBeDefined();
  const next = `second-${randomUUID().slice(0, 8)}@administrators.test`;
  const second = await createUser({ role: 'systemAdmin' });
  const first = await call(administrators.list, second, {});
  const ada = await asStored(first.body.find((row: { email: string }) => row.email === email).id);
  await recordOwnSession(ada);
  const invited = await call(administrators.invite, ada, {
    claims: freshClaims(ada),
    body: { firstName: 'Ben', lastName: 'Ruiz', email: next },
  });
  expect(invited.status).toBe(200);
  expect(await mailsTo(next)).toEqual([]);
  const approved = { params: { administratorId: invited.body.data.id } };
  expect((await call(administrators.approve, second, approved)).status).toBe(200);
  expect((await mailsTo(next)).at(-1)).toContain('/userinvitation/');
});

it('rejects the operator command when an administrator can log in', async () => {
  await expect(addFirstAdministrator('other@administrators.test', 'Ola Lind', new Date())).rejects.toThrow(
    'is already an administrator',
  );
});

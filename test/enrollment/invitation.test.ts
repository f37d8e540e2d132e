import { recordOwnSession } from '../users/person.ts';
import { InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { invitationChange, loadInvitation } from '../../functions/members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../../functions/members/invitation-token.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { cognito } from '../../functions/platform/user-pool.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { keys } from '../../functions/table/keys.ts';
import { loadUser } from '../../functions/users/store.ts';
import { localPool } from '../../infra/local/user-pool.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { crashAtWrite } from '../support/faults.ts';
import { useWorld, someMember } from '../support/world.ts';
import { newestCode } from '../users/person.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();

const unique = `${Date.now()}`;

async function invite(id: string, given: { email?: string; expiresOn?: string; status?: 2 | 8 } = {}) {
  const email = given.email ?? `${id.toLowerCase()}.${unique}@people.test`;
  const token = await invitationToken(id, 1);
  const member = someMember(id, '1', { invitationStatus: given.status ?? 2, email, firstName: 'Ingrid' });
  await transact(
    ...memberChange(null, member),
    ...invitationChange(null, {
      tokenHash: tokenHashOf(token),
      memberId: id,
      partnerId: '1',
      expiresOn: given.expiresOn ?? '2099-12-31',
      usedAt: null,
      version: 0,
    }),
  );
  return { token, email };
}

const accept = (token: string, password = 'LongEnough1') =>
  call(enrollment.acceptInvitation, undefined, {
    params: { token },
    body: { password, confirmPassword: password },
  });

const canSignIn = async (email: string, password: string): Promise<boolean> => {
  try {
    const { AuthenticationResult } = await cognito.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: localPool.clientId,
        AuthParameters: { USERNAME: email.toLowerCase(), PASSWORD: password },
      }),
    );
    return AuthenticationResult !== undefined;
  } catch {
    return false;
  }
};

describe('an invitation', () => {
  it('shows who invites, without the whole address', async () => {
    const { token } = await invite('M301');
    const { body } = await call(enrollment.invitation, undefined, { params: { token } });
    expect(body).toEqual({
      status: 'open',
      partnerName: 'Partner 1',
      offer: expect.stringMatching(/^(You pay \$[\d.]+ a month\.|Partner 1 pays for your membership\.)/),
      firstName: 'Ingrid',
      email: 'm•••@people.test',
      expiresOn: '2099-12-31',
      hasAccount: false,
      isWithoutPassword: false,
      isIdentified: false,
    });
  });

  it('with a wrong token is the same 404, whatever the token looks like', async () => {
    const answers = await Promise.all(
      ['x', 'A'.repeat(43), '../M301', tokenHashOf('M301')].map((token) =>
        call(enrollment.invitation, undefined, { params: { token } }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId']);
      expect(body.message).toBe(answers[0]?.body.message);
    }
    expect((await accept('x')).status).toBe(404);
  });

  it('makes an account that signs in, once', async () => {
    const { token, email } = await invite('M302');
    expect((await accept(token)).body).toEqual({ success: true, message: 'Your account is ready.', email });
    expect(await canSignIn(email, 'LongEnough1')).toBe(true);
    const member = await loadMember('M302');
    expect(await loadUser(defined(member.userId))).toMatchObject({
      role: 'member',
      email,
      memberIds: ['M302'],
      memberPartnerIds: ['1'],
    });
    const again = await accept(token, 'Another2222');
    expect(again.status).toBe(409);
    expect(again.body.message).toContain('accepted already');
    expect(await canSignIn(email, 'Another2222')).toBe(false);
    expect((await call(enrollment.invitation, undefined, { params: { token } })).body.status).toBe('used');
    const names: unknown[] = [];
    for await (const item of eachItem(keys.audit('member M302', '', '').pk)) names.push(item.name);
    expect(names).toEqual(['member accepted invitation']);
  });

  it('accepted six times concurrently has the password of the accepted request', async () => {
    for (let round = 0; round < 3; round++) {
      const { token, email } = await invite(`M33${round}`);
      const passwords = Array.from({ length: 6 }, (_, index) => `Accepted${index}of6`);
      const answers = await Promise.all(passwords.map((password) => accept(token, password)));
      const won = passwords.filter((_, index) => answers[index]?.status === 200);
      expect(won).toHaveLength(1);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409, 409, 409,
      ]);
      const live = [];
      for (const password of passwords) if (await canSignIn(email, password)) live.push(password);
      expect(live).toEqual(won);
    }
  });

  it('creates no account after it expired or its member left', async () => {
    const late = await invite('M303', { expiresOn: '2020-01-01' });
    const gone = await invite('M304', { status: 8 });
    for (const { token, email } of [late, gone]) {
      expect((await call(enrollment.invitation, undefined, { params: { token } })).body.status).toBe(
        'expired',
      );
      expect((await accept(token)).body.message).toContain('expired');
      expect(await canSignIn(email, 'LongEnough1')).toBe(false);
    }
  });
  it('wants the password twice', async () => {
    const { body } = await call(enrollment.acceptInvitation, undefined, {
      params: { token: 'any' },
      body: { password: 'LongEnough1', confirmPassword: 'LongEnough2' },
    });
    expect(body.fields).toEqual({ confirmPassword: 'Password and Confirm Password must match.' });
  });
});

describe('a user with an account', () => {
  it('keeps the password and must log in, which adds the membership', async () => {
    const first = await invite('M311');
    await accept(first.token);
    const user = defined(await loadUser(defined((await loadMember('M311')).userId)));
    const email = first.email.toUpperCase();
    const second = await invitePartnerTwo('M312', email);
    expect(
      (await call(enrollment.invitation, undefined, { params: { token: second } })).body.hasAccount,
    ).toBe(true);
    const refused = await accept(second, 'Another2222');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('Log in, then open this link again.');
    expect(await canSignIn(first.email, 'Another2222')).toBe(false);

    const stranger = await call(enrollment.joinWithInvitation, world.own.memberUser, {
      params: { token: second },
      body: {},
    });
    expect(stranger.status).toBe(409);
    expect((await loadMember('M312')).userId).toBeNull();

    await recordOwnSession(user);
    const join = () => call(enrollment.joinWithInvitation, user, { params: { token: second }, body: {} });
    expect((await join()).body).toMatchObject({ success: true, memberGuid: 'M312' });
    expect((await join()).body).toMatchObject({ success: true, memberGuid: 'M312' });
    expect(await loadUser(user.id)).toMatchObject({
      memberIds: ['M311', 'M312'],
      memberPartnerIds: ['1', '2'],
    });
    expect((await loadMember('M312')).userId).toBe(user.id);
  });

  async function invitePartnerTwo(id: string, email: string): Promise<string> {
    const token = await invitationToken(id, 1);
    await transact(
      ...memberChange(null, someMember(id, '2', { invitationStatus: 2, email })),
      ...invitationChange(null, {
        tokenHash: tokenHashOf(token),
        memberId: id,
        partnerId: '2',
        expiresOn: '2099-12-31',
        usedAt: null,
        version: 0,
      }),
    );
    return token;
  }
});

async function chooseByMail(email: string, newPassword: string) {
  await call(users.resetPassword, undefined, { query: { userName: email } });
  const { code } = await newestCode(email);
  const body = { userName: email, code, newPassword, confirmPassword: newPassword };
  expect((await call(users.confirmPassword, undefined, { body })).status).toBe(200);
  expect(await canSignIn(email, newPassword)).toBe(true);
}

describe('a process that dies while an invitation is accepted', () => {
  const writes = 4; // account, group, transaction, password
  const deaths = Array.from({ length: writes }, (_, index) => index + 1).flatMap((write) =>
    (['before', 'after'] as const).map((when) => ({ write, when })),
  );
  it.each(deaths)(
    '$when write $write leaves nothing half done: the link works again, or is used',
    async ({ write, when }) => {
      const id = `M4${write}${when === 'before' ? 0 : 1}`;
      const { token, email } = await invite(id);
      const fault = crashAtWrite(write, when, [cognito]);
      expect((await accept(token, 'FirstTry11')).status).toBe(500);
      expect(fault.writes()).toBe(write);
      fault.revive();
      const again = await accept(token, 'SecondTry22');
      const claimed = write === writes || (write === writes - 1 && when === 'after');
      const done = write === writes && when === 'after';
      expect(again.status).toBe(claimed ? 409 : 200);
      expect(await canSignIn(email, 'FirstTry11')).toBe(done);
      expect(await canSignIn(email, 'SecondTry22')).toBe(!claimed);
      if (claimed && !done) await chooseByMail(email, 'ThirdTry333');
      const member = await loadMember(id);
      expect(await loadUser(defined(member.userId))).toMatchObject({ email, memberIds: [id] });
      expect((await loadInvitation(tokenHashOf(token)))?.usedAt).not.toBeNull();
    },
  );
});

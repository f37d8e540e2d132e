import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isBreached } from '../../functions/platform/breached-passwords.ts';
import { requireSafePassword } from '../../functions/users/password-check.ts';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/contracts/users.ts';
import { containsName, commonPassword, passwordWithName } from '../../shared/users/password-rules.ts';
import { call } from '../support/call.ts';
import { createUser, mailsTo, newestCode, password, recordOwnSession } from './person.ts';

beforeAll(provision);

const ann = { firstName: 'Annika', lastName: 'van Lund', email: 'a.lundberg@work.test' };

describe('a new password', () => {
  it.each([
    ['annika2026', true],
    ['2026LUND!!', true],
    ['xA.Lundberg1', true],
    ['Wellport2026', false],
    // names of three letters are part of many passwords
    ['vanilla2026', false],
  ])('%s contains the name or email: %s', (text, expected) => {
    expect(containsName(text, ann)).toBe(expected);
  });

  it.each(['password1', 'Password1', 'QWERTY123', '1qaz2wsx'])('%s is refused as common', async (text) => {
    await expect(requireSafePassword(text, ann, 'password')).rejects.toThrow(commonPassword);
  });

  it('is compared with breaches by five digits of its hash, where this is set', async () => {
    const paths: string[] = [];

    const respond = (text: string, status = 200) =>
      vi.fn(async (address: string) => {
        paths.push(address);
        return new Response(text, { status });
      }) as typeof fetch;

    const digits = createHash('sha1').update(password).digest('hex').toUpperCase();
    expect(await isBreached(password, respond(`0123ABC:3\r\n${digits.slice(5)}:7`))).toBe(true);
    expect(await isBreached(password, respond(`${digits.slice(5)}:0`))).toBe(false);
    expect(await isBreached(password, respond('', 503))).toBe(false);
    expect(new Set(paths)).toEqual(new Set([`https://api.pwnedpasswords.com/range/${digits.slice(0, 5)}`]));
  });

  it('is refused in every form that sets one, and the old one remains', async () => {
    const person = await createUser({ firstName: 'Annika' });
    const change = (newPassword: string) =>
      call(users.changePassword, person, {
        body: { oldPassword: password, newPassword, confirmPassword: newPassword },
      });
    for (const [text, message] of [
      ['Annika2026', passwordWithName],
      ['Password1', commonPassword],
    ] as const) {
      const { status, body } = await change(text);
      expect([status, body.fields]).toEqual([422, { newPassword: message }]);
      await call(users.resetPassword, undefined, { query: { userName: person.email } });
      const { code } = await newestCode(person.email);
      const reset = { userName: person.email, code, newPassword: text, confirmPassword: text };
      const refused = await call(users.confirmPassword, undefined, { body: reset });
      expect([refused.status, refused.body.fields]).toEqual([422, { newPassword: message }]);
    }
    const login = { body: { userName: person.email, password } };
    expect((await call(users.login, undefined, login)).status).toBe(200);
  });
});

describe('the email about a changed credential', () => {
  it('is sent for a password and a PIN, and its failure does not undo the change', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    expect((await call(users.setPin, admin, { body: { pin: '97531' } })).status).toBe(200);
    expect((await mailsTo(admin.email)).at(-1)).toContain('The PIN that confirms bank files was set.');
    const body = { oldPassword: password, newPassword: 'Harbor2027', confirmPassword: 'Harbor2027' };
    const from = process.env.MAIL_FROM;
    process.env.MAIL_FROM = 'not an address';
    onTestFinished(() => void (process.env.MAIL_FROM = from));
    await recordOwnSession(admin);
    expect((await call(users.changePassword, admin, { body })).status).toBe(200);
    process.env.MAIL_FROM = from;
    const login = { userName: admin.email, password: 'Harbor2027' };
    expect((await call(users.login, undefined, { body: login })).status).toBe(200);
    await recordOwnSession(admin);
    const again = { oldPassword: 'Harbor2027', newPassword: 'Lantern2028', confirmPassword: 'Lantern2028' };
    expect((await call(users.changePassword, admin, { body: again })).status).toBe(200);
    expect((await mailsTo(admin.email)).at(-1)).toContain('Your password was changed.');
  });
});

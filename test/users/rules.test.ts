import { defined } from '../support/defined.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialsOf } from '../../shared/users/names.ts';
import {
  requestCode,
  codeValidityMs,
  maxCodeAttempts,
  maxCodeAttemptsPerName,
  countCodeAttempt,
  maxEmails,
  maxEmailsPerName,
  parseResetCode,
  formatResetCode,
  type PasswordReset,
} from '../../shared/users/password-reset.ts';
import { changePasswordForm, confirmPasswordForm, newPasswordForm } from '../../shared/users/passwords.ts';
import {
  ownAddress,
  countSignInAttempt,
  resetAttempts,
  signInLockMs,
  signInNameWindowMs,
  maxSignInAttempts,
  maxSignInAttemptsPerName,
  trustedSourceMs,
  type SignInAttempts,
} from '../../shared/users/sign-in-attempts.ts';

const now = new Date('2026-12-09T12:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const site = 'https://wellport.test';

describe('the address after login', () => {
  it.each([
    ['/member/dashboard/home', '/member/dashboard/home'],
    ['/member/account/billing?tab=2#history', '/member/account/billing?tab=2#history'],
    ['https://wellport.test/admin/partners/list', '/admin/partners/list'],
  ])('redirects %s to %s', (returnUrl, path) => expect(ownAddress(returnUrl, site)).toBe(path));

  it.each([
    '//x.test',
    '///x.test',
    '/\\x.test',
    '\\\\x.test',
    '/%5C/../\\x.test',
    'https:x.test',
    'https://x.test',
    'https://wellport.test.x.test/',
    'https://wellport.test@x.test/',
    'https://somebody:secret@wellport.test/',
    'http://wellport.test/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    ' /member',
    '/member\n',
    '/\t/x.test',
    '/\u0000/x.test',
    '/.//x.test',
    '/a/..//x.test',
    '',
    'member',
    '%2F%2Fx.test',
  ])('%j leads nowhere', (returnUrl) => expect(ownAddress(returnUrl, site)).toBeUndefined());

  it('treats an encoded address as a path of our site', () => {
    expect(ownAddress('/%2F%2Fx.test', site)).toBe('/%2F%2Fx.test');
    expect(new URL('/%2F%2Fx.test', site).origin).toBe(site);
  });

  it('never redirects to another site', () => {
    const mischief = fc
      .array(
        fc.constantFrom(
          '/',
          '\\',
          'x.test',
          '@',
          ':',
          '?',
          '#',
          '.',
          '..',
          '\t',
          '\r\n',
          'https:',
          site,
          '%2F',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(mischief, fc.webUrl(), fc.string()), (returnUrl) => {
        const path = ownAddress(returnUrl, site);
        expect(path === undefined || new URL(path, site).origin === site).toBe(true);
        expect(path?.startsWith('//') ?? false).toBe(false);
      }),
    );
  });
});

describe('login attempts of a name', () => {
  const from = (source: string) => ({ name: 'digest', source });
  const tryTimes = (before: SignInAttempts | undefined, source: string, times: number, at = now) => {
    let tries = before;
    for (let attempt = 0; attempt < times; attempt++)
      tries = countSignInAttempt(tries, from(source), at) ?? tries;
    return tries;
  };

  it('rejects the sixth attempt of a source for 15 minutes', () => {
    const tries = tryTimes(undefined, 'here', maxSignInAttempts);
    expect(tries?.tries).toBe(5);
    expect(countSignInAttempt(tries, from('here'), later(signInLockMs - 1000))).toBeUndefined();
    expect(countSignInAttempt(tries, from('here'), later(signInLockMs))?.sources.here?.tries).toBe(1);
  });

  it('locks no other source', () => {
    const tries = tryTimes(undefined, 'stranger', maxSignInAttempts);
    expect(countSignInAttempt(tries, from('stranger'), now)).toBeUndefined();
    expect(countSignInAttempt(tries, from('owner'), now)).toBeDefined();
  });

  it('lock the name for an hour after attempts of many sources, except for known sources', () => {
    let tries = tryTimes(undefined, 'home', 2);
    tries = tries && resetAttempts(tries, 'home', now);
    for (let source = 0; source < 20; source++) tries = tryTimes(tries, `s${source}`, maxSignInAttempts);
    expect(tries?.tries).toBe(maxSignInAttemptsPerName);
    expect(countSignInAttempt(tries, from('elsewhere'), now)).toBeUndefined();
    expect(countSignInAttempt(tries, from('home'), now)).toBeDefined();
    expect(countSignInAttempt(tries, from('elsewhere'), later(signInNameWindowMs))).toBeDefined();
    expect(countSignInAttempt(tries, from('home'), later(trustedSourceMs - 1000))?.tries).toBe(0);
  });

  it('unlock the source and the name when reset, but no other source', () => {
    const tries = tryTimes(tryTimes(undefined, 'stranger', 5), 'owner', 5);
    const after = tries && resetAttempts(tries, 'owner', now);
    expect(countSignInAttempt(after, from('owner'), now)).toBeDefined();
    expect(countSignInAttempt(after, from('stranger'), now)).toBeUndefined();
  });

  it('store active counters only', () => {
    let tries: SignInAttempts | undefined;
    for (let hour = 0; hour < 200; hour++) {
      const at = later(hour * signInNameWindowMs);
      for (let source = 0; source < 10; source++) tries = tryTimes(tries, `s${hour}.${source}`, 5, at);
      tries = tries && resetAttempts(tries, `owner ${hour}`, at);
    }
    expect(Object.keys(tries?.sources ?? {}).length).toBeLessThan(50);
  });
});

describe('the code of a password request', () => {
  const fields = { name: 'digest', userId: 'u1', salt: 's', codeHash: 'c', resendHash: 'r' };
  const from = (source: string, at = now) => ({ source, now: at });
  const request = defined(requestCode(undefined, fields, from('here')));
  const guess = (before: PasswordReset, source: string, times: number) => {
    let next = before;
    for (let attempt = 0; attempt < times; attempt++) next = countCodeAttempt(next, from(source)) ?? next;
    return next;
  };

  it('is valid for 30 minutes', () => {
    expect(countCodeAttempt(request, from('here', later(codeValidityMs - 1000)))).toBeDefined();
    expect(countCodeAttempt(request, from('here', later(codeValidityMs)))).toBeUndefined();
  });

  it('is invalid for a source after five incorrect attempts, and for all after a thousand or its use', () => {
    const guessed = guess(request, 'stranger', maxCodeAttempts);
    expect(countCodeAttempt(guessed, from('stranger'))).toBeUndefined();
    expect(countCodeAttempt(guessed, from('owner'))).toBeDefined();
    expect(
      countCodeAttempt({ ...request, codeTries: maxCodeAttemptsPerName }, from('owner')),
    ).toBeUndefined();
    expect(countCodeAttempt({ ...request, used: true }, from('here'))).toBeUndefined();
  });

  it('is emailed at most five times per source within 30 minutes', () => {
    let next: PasswordReset | undefined = request;
    for (let email = 2; email <= maxEmails; email++) next = requestCode(next, fields, from('here'));
    expect(next?.emails).toBe(5);
    expect(requestCode(next, fields, from('here'))).toBeUndefined();
    expect(requestCode(next, fields, from('elsewhere'))?.emails).toBe(6);
    expect(requestCode(next, fields, from('here', later(codeValidityMs)))?.emails).toBe(1);
  });

  it('can be requested or used by the owner of the mailbox after attempts of strangers', () => {
    const step = fc.record({ source: fc.constantFrom('a', 'b', 'c', 'owner'), ask: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let next = request;
        for (const { source, ask } of steps)
          next = ask ? (requestCode(next, fields, from(source)) ?? next) : guess(next, source, 7);
        const mailed = requestCode(next, fields, from('owner'));
        expect(mailed ?? countCodeAttempt(next, from('owner'))).toBeDefined();
        expect(next.emails).toBeLessThanOrEqual(maxEmailsPerName + 1);
      }),
    );
  });

  it('is parsed in every spelling', () => {
    expect(formatResetCode('K7QF2M9X0R1T')).toBe('K7QF-2M9X-0R1T');
    expect(parseResetCode(' k7qf 2m9x-orlt ')).toBe('K7QF2M9X0R1T');
  });
});

describe('a new password', () => {
  const messages = (
    form: typeof changePasswordForm | typeof confirmPasswordForm | typeof newPasswordForm,
    body: object,
  ) => form.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const good = { oldPassword: 'Wellport2026', newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' };

  it('must differ from the old password and match its confirmation', () => {
    expect(messages(changePasswordForm, good)).toEqual([]);
    expect(
      messages(changePasswordForm, { ...good, newPassword: 'Wellport2026', confirmPassword: 'Wellport2026' }),
    ).toEqual(['newPassword: New Password should be different from Old Password.']);
    expect(messages(changePasswordForm, { ...good, confirmPassword: 'Wellport2028' })).toEqual([
      'confirmPassword: New Password and Confirm Password must match.',
    ]);
  });

  it.each(['short1', 'lettersonly', '1234567890', `a1${'x'.repeat(29)}`, ' '.repeat(8), 'a1      '])(
    '%j is refused',
    (newPassword) => {
      expect(messages(changePasswordForm, { ...good, newPassword, confirmPassword: newPassword })[0]).toMatch(
        /^newPassword: New password (must|is required)/,
      );
    },
  );

  it.each([
    [changePasswordForm, 30],
    [confirmPasswordForm, 64],
    [newPasswordForm, 64],
  ] as const)('limits the confirmation to as many symbols as the password (%#)', (form, max) => {
    const confirmation = (input: string) => {
      const body = { ...good, userName: 'anna', code: 'K7QF', password: input, newPassword: input };
      return messages(form, { ...body, confirmPassword: input }).filter((next) => next.startsWith('confirm'));
    };
    expect(confirmation(`a1${'x'.repeat(max - 2)}`)).toEqual([]);
    // as many symbols, of which all but two take two UTF-16 units each
    expect(confirmation(`a1${'😀'.repeat(max - 2)}`)).toEqual([]);
    const tooLong = expect.stringMatching(
      /^confirmPassword: Confirm (new )?password must be at most (30|64) symbols\.$/i,
    );
    expect(confirmation(`a1${'x'.repeat(max - 1)}`)).toEqual([tooLong]);
  });

  it('reject a name or code of 10,000 characters', () => {
    const long = 'a'.repeat(10_000);
    const said = messages(confirmPasswordForm, { ...good, userName: long, code: long });
    expect(said).toContain('userName: Username or email must be at most 320 symbols.');
    expect(said).toContain('code: Code must be at most 40 symbols.');
  });
});

it.each([
  ['Northern Lights Insurance', 'NI'],
  ['Ada Okafor', 'AO'],
  ['Cher', 'C'],
  ['Mesa Ortíz, "María"', 'MM'],
  ['(Bo) … Lund', 'BL'],
  ['…', '…'],
  ['  zoë  ', 'Z'],
  ['', ''],
])('returns the initials of %j: %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialsOf } from '../../shared/users/names.ts';
import {
  askForCode,
  codeGoodFor,
  codeTriesAllowed,
  codeTriesByName,
  countCodeTry,
  emailsAllowed,
  emailsByName,
  readCode,
  writeCode,
  type PasswordReset,
} from '../../shared/users/password-reset.ts';
import { changePasswordForm, confirmPasswordForm, newPasswordForm } from '../../shared/users/passwords.ts';
import { ownAddress } from '../../shared/users/sign-in.ts';
import {
  countTry,
  forgetTriesOf,
  signInLockedFor,
  signInNameWindow,
  signInTriesAllowed,
  signInTriesByName,
  sourceKnownFor,
  type SignInTries,
} from '../../shared/users/sign-in-tries.ts';

const now = new Date('2026-12-09T12:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const site = 'https://wellport.test';

describe('where to go after signing in', () => {
  it.each([
    ['/member/dashboard/home', '/member/dashboard/home'],
    ['/member/account/billing?tab=2#history', '/member/account/billing?tab=2#history'],
    ['https://wellport.test/admin/partners/list', '/admin/partners/list'],
  ])('%s leads to %s', (wanted, path) => expect(ownAddress(wanted, site)).toBe(path));

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
  ])('%j leads nowhere', (wanted) => expect(ownAddress(wanted, site)).toBeUndefined());

  it('an encoded address stays a path of our own', () => {
    expect(ownAddress('/%2F%2Fx.test', site)).toBe('/%2F%2Fx.test');
    expect(new URL('/%2F%2Fx.test', site).origin).toBe(site);
  });

  it('never leads to another site, whatever is asked', () => {
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
      fc.property(fc.oneof(mischief, fc.webUrl(), fc.string()), (wanted) => {
        const path = ownAddress(wanted, site);
        expect(path === undefined || new URL(path, site).origin === site).toBe(true);
        expect(path?.startsWith('//') ?? false).toBe(false);
      }),
    );
  });
});

describe('tries of a name', () => {
  const from = (source: string) => ({ name: 'digest', source });
  const tryTimes = (before: SignInTries | undefined, source: string, times: number, at = now) => {
    let tries = before;
    for (let turn = 0; turn < times; turn++) tries = countTry(tries, from(source), at) ?? tries;
    return tries;
  };

  it('five from one source are counted, the sixth is refused until 15 minutes have passed', () => {
    const tries = tryTimes(undefined, 'here', signInTriesAllowed);
    expect(tries?.tries).toBe(5);
    expect(countTry(tries, from('here'), later(signInLockedFor - 1000))).toBeUndefined();
    expect(countTry(tries, from('here'), later(signInLockedFor))?.sources.here?.tries).toBe(1);
  });

  it('a locked source keeps no other source out', () => {
    const tries = tryTimes(undefined, 'stranger', signInTriesAllowed);
    expect(countTry(tries, from('stranger'), now)).toBeUndefined();
    expect(countTry(tries, from('owner'), now)).toBeDefined();
  });

  it('many from many sources lock the name for an hour, but not where its owner came in', () => {
    let tries = tryTimes(undefined, 'home', 2);
    tries = tries && forgetTriesOf(tries, 'home', now);
    for (let source = 0; source < 20; source++) tries = tryTimes(tries, `s${source}`, signInTriesAllowed);
    expect(tries?.tries).toBe(signInTriesByName);
    expect(countTry(tries, from('elsewhere'), now)).toBeUndefined();
    expect(countTry(tries, from('home'), now)).toBeDefined();
    expect(countTry(tries, from('elsewhere'), later(signInNameWindow))).toBeDefined();
    expect(countTry(tries, from('home'), later(sourceKnownFor - 1000))?.tries).toBe(0);
  });

  it('forgetting unlocks the source and the name, and leaves other sources locked', () => {
    const tries = tryTimes(tryTimes(undefined, 'stranger', 5), 'owner', 5);
    const after = tries && forgetTriesOf(tries, 'owner', now);
    expect(countTry(after, from('owner'), now)).toBeDefined();
    expect(countTry(after, from('stranger'), now)).toBeUndefined();
  });

  it('a record keeps no more than what still counts', () => {
    let tries: SignInTries | undefined;
    for (let hour = 0; hour < 200; hour++) {
      const at = later(hour * signInNameWindow);
      for (let source = 0; source < 10; source++) tries = tryTimes(tries, `s${hour}.${source}`, 5, at);
      tries = tries && forgetTriesOf(tries, `owner ${hour}`, at);
    }
    expect(Object.keys(tries?.sources ?? {}).length).toBeLessThan(50);
  });
});

describe('the code for a new password', () => {
  const asked = { name: 'digest', userId: 'u1', salt: 's', codeHash: 'c', resendHash: 'r' };
  const from = (source: string, at = now) => ({ source, now: at });
  const request = askForCode(undefined, asked, from('here')) as PasswordReset;
  const guess = (before: PasswordReset, source: string, times: number) => {
    let one = before;
    for (let turn = 0; turn < times; turn++) one = countCodeTry(one, from(source)) ?? one;
    return one;
  };

  it('is good for 30 minutes', () => {
    expect(countCodeTry(request, from('here', later(codeGoodFor - 1000)))).toBeDefined();
    expect(countCodeTry(request, from('here', later(codeGoodFor)))).toBeUndefined();
  });

  it('is void for a source after five wrong tries there, everywhere after a thousand and after its use', () => {
    const guessed = guess(request, 'stranger', codeTriesAllowed);
    expect(countCodeTry(guessed, from('stranger'))).toBeUndefined();
    expect(countCodeTry(guessed, from('owner'))).toBeDefined();
    expect(countCodeTry({ ...request, codeTries: codeTriesByName }, from('owner'))).toBeUndefined();
    expect(countCodeTry({ ...request, used: true }, from('here'))).toBeUndefined();
  });

  it('is emailed at most five times in that time for one source', () => {
    let one: PasswordReset | undefined = request;
    for (let email = 2; email <= emailsAllowed; email++) one = askForCode(one, asked, from('here'));
    expect(one?.emails).toBe(5);
    expect(askForCode(one, asked, from('here'))).toBeUndefined();
    expect(askForCode(one, asked, from('elsewhere'))?.emails).toBe(6);
    expect(askForCode(one, asked, from('here', later(codeGoodFor)))?.emails).toBe(1);
  });

  it('can be asked for or typed by the mailbox’s owner, whatever strangers did before', () => {
    const step = fc.record({ source: fc.constantFrom('a', 'b', 'c', 'owner'), ask: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let one = request;
        for (const { source, ask } of steps)
          one = ask ? (askForCode(one, asked, from(source)) ?? one) : guess(one, source, 7);
        const mailed = askForCode(one, asked, from('owner'));
        expect(mailed ?? countCodeTry(one, from('owner'))).toBeDefined();
        expect(one.emails).toBeLessThanOrEqual(emailsByName + 1);
      }),
    );
  });

  it('reads back however it is typed', () => {
    expect(writeCode('K7QF2M9X0R1T')).toBe('K7QF-2M9X-0R1T');
    expect(readCode(' k7qf 2m9x-orlt ')).toBe('K7QF2M9X0R1T');
  });
});

describe('a new password', () => {
  const messages = (
    form: typeof changePasswordForm | typeof confirmPasswordForm | typeof newPasswordForm,
    body: object,
  ) => form.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const good = { oldPassword: 'Wellport2026', newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' };

  it('differs from the old one and is typed twice', () => {
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

  it.each([changePasswordForm, confirmPasswordForm, newPasswordForm])(
    'limits the confirmation to 30 symbols, counted as in the password (%#)',
    (form) => {
      const confirmation = (typed: string) => {
        const body = { ...good, userName: 'anna', code: 'K7QF', password: typed, newPassword: typed };
        return messages(form, { ...body, confirmPassword: typed }).filter((one) => one.startsWith('confirm'));
      };
      expect(confirmation(`a1${'x'.repeat(28)}`)).toEqual([]);
      // 30 symbols, of which 28 take two UTF-16 units each
      expect(confirmation(`a1${'😀'.repeat(28)}`)).toEqual([]);
      const tooLong = expect.stringMatching(
        /^confirmPassword: Confirm (new )?password must be at most 30 symbols\.$/i,
      ) as string;
      expect(confirmation(`a1${'x'.repeat(29)}`)).toEqual([tooLong]);
    },
  );

  it('a name or a code of 10,000 characters is refused before anything is looked up', () => {
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
  ['  zoë  ', 'Z'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

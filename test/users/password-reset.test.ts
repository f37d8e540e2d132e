import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testKeys } from '../../functions/site/captcha.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { delayFailures, withMinimumDuration } from '../../functions/platform/minimum-duration.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { client } from '../../functions/table/client.ts';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/users/contract.ts';
import { wrongCode } from '../../shared/users/password-reset.ts';
import { call } from '../support/call.ts';
import { mailsTo, newestCode, password, somebody } from './person.ts';

beforeAll(provision);

const ask = (userName: string, returnUrl?: string) =>
  call(users.resetPassword, undefined, { query: { userName, returnUrl } });
const confirm = (userName: string, code: string, newPassword = 'Wellport2027') =>
  call(users.confirmPassword, undefined, {
    body: { userName, code, newPassword, confirmPassword: newPassword },
  });
const logIn = (userName: string, typed: string) =>
  call(users.login, undefined, { body: { userName, password: typed } });

/** What a call asks of the table, command by command. */
async function tableWork(run: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  client.middlewareStack.add(
    (next, context) => async (request) => {
      commands.push((context as { commandName?: string }).commandName ?? '');
      return next(request);
    },
    { step: 'initialize', name: 'count', override: true },
  );
  await run();
  client.middlewareStack.remove('count');
  return commands.toSorted();
}

describe('asking for a new password', () => {
  it('mails a code and a link to a page of our own, and the code sets the password', async () => {
    const person = await somebody();
    const { status, body } = await ask(person.email.toUpperCase());
    expect([status, body.success]).toEqual([200, true]);
    const { code, link } = await newestCode(person.email);
    expect(link.origin + link.pathname).toBe(`${process.env.SITE_ADDRESS}/resetpassword`);
    expect(link.searchParams.get('userName')).toBe(person.email);
    expect(link.hash).toBe(`#${code}`);
    expect((await confirm(person.email, code)).status).toBe(200);
    expect((await logIn(person.email, password)).status).toBe(422);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(200);
  });

  it('leads to no other site, whatever the return address says', async () => {
    const person = await somebody();
    for (const returnUrl of ['//x.test/', 'https://x.test/', '/\\x.test', 'javascript:alert(1)']) {
      await ask(person.email, returnUrl);
      expect((await newestCode(person.email)).link.origin).toBe(process.env.SITE_ADDRESS);
    }
  });

  it('answers known, unknown and disabled names alike, after the same work', async () => {
    const [known, disabled] = [await somebody(), await somebody({ disabled: true })];
    const work: Record<string, string[]> = {};
    const shapes = new Set<string>();
    for (const name of [known.email, disabled.email, 'nobody-at-all@people.test'])
      work[name] = await tableWork(async () => {
        const { status, body, headers } = await ask(name);
        expect(body.resendToken).toMatch(/^[\w-]{43}$/);
        shapes.add(JSON.stringify([status, Object.keys(body), { ...headers, 'x-request-id': '' }]));
      });
    expect(shapes.size).toBe(1);
    const [ofKnown, ofDisabled, unknown] = Object.values(work);
    expect(unknown).toContain('TransactWriteItemsCommand');
    expect(ofKnown).toEqual(unknown);
    expect(ofDisabled).toEqual(unknown);
    expect((await mailsTo(known.email)).length).toBe(1);
    expect(await mailsTo(disabled.email)).toEqual([]);
  });

  it('mails one name at most five times in half an hour', async () => {
    const person = await somebody();
    for (let turn = 0; turn < 6; turn++) expect((await ask(person.email)).status).toBe(200);
    expect((await mailsTo(person.email)).length).toBe(5);
    expect((await confirm(person.email, (await newestCode(person.email)).code)).status).toBe(200);
  });
});

describe('where captchas are on', () => {
  it('asks for a solved one, or once for the token of the answer before, whoever has the name', async () => {
    const before = await loadFeatureFlags();
    const saved = await saveFeatureFlags(before, { ...before, useCaptcha: true }, 'admin', new Date());
    onTestFinished(async () => {
      await saveFeatureFlags(saved, { ...saved, useCaptcha: false }, 'admin', new Date());
    });
    const person = await somebody();
    for (const userName of [person.email, `unknown-${person.email}`]) {
      const send = (more: { resendToken?: string; captcha?: string }) =>
        call(users.resetPassword, undefined, {
          query: { userName, resendToken: more.resendToken },
          headers: more.captcha ? { 'captcha-response': more.captcha } : {},
        });
      const refused = await send({});
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['captcha']]);
      const first = await send({ captcha: `${testKeys.site}.${userName}` });
      expect(first.status).toBe(200);
      expect((await send({ resendToken: first.body.resendToken })).status).toBe(200);
      expect((await send({ resendToken: first.body.resendToken })).status).toBe(422);
      expect((await send({ resendToken: 'isCaptchaValid' })).status).toBe(422);
    }
  });
});

describe('the code', () => {
  it('is good once, and only the newest one is', async () => {
    const person = await somebody();
    await ask(person.email);
    const { code: first } = await newestCode(person.email);
    await ask(person.email);
    const { code: second } = await newestCode(person.email);
    expect((await confirm(person.email, first)).status).toBe(422);
    expect((await confirm(person.email, second)).status).toBe(200);
    const again = await confirm(person.email, second, 'Wellport2028');
    expect([again.status, again.body.message]).toEqual([422, wrongCode]);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(200);
  });

  it('sets one password when it is used twice at once', async () => {
    const person = await somebody();
    await ask(person.email);
    const { code } = await newestCode(person.email);
    const answers = await Promise.all(
      ['Wellport2027', 'Wellport2028'].map((newPassword) => confirm(person.email, code, newPassword)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not void for its owner when a stranger guesses, asks for emails and passwords', async () => {
    const person = await somebody();
    const stranger = { headers: { 'x-viewer-address': '203.0.113.7', 'x-cdn-secret': 'of this test' } };
    process.env.CDN_SECRET = 'of this test';
    onTestFinished(() => void delete process.env.CDN_SECRET);
    const wrong = { userName: person.email, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' };
    for (let turn = 0; turn < 5; turn++) {
      await call(users.login, undefined, {
        body: { userName: person.email, password: 'Wrong12345' },
        ...stranger,
      });
      await call(users.resetPassword, undefined, { query: { userName: person.email }, ...stranger });
      await call(users.confirmPassword, undefined, {
        body: { ...wrong, code: '0000-0000-0000' },
        ...stranger,
      });
    }
    const locked = await call(users.login, undefined, {
      body: { userName: person.email, password },
      ...stranger,
    });
    expect(locked.status).toBe(423);
    expect((await logIn(person.email, password)).status).toBe(200);
    await ask(person.email);
    expect((await mailsTo(person.email)).length).toBe(6);
    expect((await confirm(person.email, (await newestCode(person.email)).code)).status).toBe(200);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(200);
  });

  it('that is void blocks no new email, from the same source either', async () => {
    const person = await somebody();
    for (let turn = 0; turn < 5; turn++) {
      await logIn(person.email, 'Wrong12345');
      await ask(person.email);
    }
    for (let turn = 0; turn < 5; turn++) await confirm(person.email, '0000-0000-0000');
    expect((await logIn(person.email, password)).status).toBe(423);
    await ask(person.email);
    expect((await mailsTo(person.email)).length).toBe(6);
    expect((await confirm(person.email, (await newestCode(person.email)).code)).status).toBe(200);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(200);
  });

  it('is void where five wrong ones were typed', async () => {
    const person = await somebody();
    await ask(person.email);
    const { code } = await newestCode(person.email);
    for (let guess = 0; guess < 5; guess++)
      expect((await confirm(person.email, `0000-0000-000${guess}`)).status).toBe(422);
    expect((await confirm(person.email, code)).status).toBe(422);
    expect((await logIn(person.email, password)).status).toBe(200);
  });

  it('is void after half an hour', async () => {
    const person = await somebody();
    await ask(person.email);
    const { code } = await newestCode(person.email);
    process.env.CLOCK_SHIFT_MS = String(31 * 60_000);
    onTestFinished(() => void delete process.env.CLOCK_SHIFT_MS);
    expect((await confirm(person.email, code)).status).toBe(422);
  });

  it('is answered alike for a name that nobody has', async () => {
    const person = await somebody();
    await ask(person.email);
    const [wrong, unknown] = [
      await confirm(person.email, '0000-0000-0000'),
      await confirm('nobody-at-all@people.test', '0000-0000-0000'),
    ];
    expect(unknown.status).toBe(wrong.status);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it('opens a locked name', async () => {
    const person = await somebody();
    for (let turn = 0; turn < 5; turn++) await logIn(person.email, 'Wrong12345');
    expect((await logIn(person.email, password)).status).toBe(423);
    await ask(person.email);
    await confirm(person.email, (await newestCode(person.email)).code);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(200);
  });
});

describe('even time', () => {
  let asBefore: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    asBefore = playTimeAndChance({
      holdBack: (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds)),
    });
  });
  afterEach(() => {
    asBefore();
    vi.useRealTimers();
  });
  const taking = (milliseconds: number, problem?: Error) => () =>
    new Promise<string>((resolve, reject) => {
      setTimeout(() => (problem ? reject(problem) : resolve('done')), milliseconds);
    });

  it('lets quick and slow work, good and bad, end at the same moment', async () => {
    const ends: number[] = [];
    const since = Date.now();
    const note = () => void ends.push(Date.now() - since);
    void withMinimumDuration(1000, taking(3)).then(note);
    void withMinimumDuration(1000, taking(700)).then(note);
    void withMinimumDuration(1000, taking(40, new Error('no'))).catch(note);
    void delayFailures(1000, taking(40, new Error('no'))).catch(note);
    await vi.advanceTimersByTimeAsync(999);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual([1000, 1000, 1000, 1000]);
  });

  it('does not hold up what went well where only failures are covered', async () => {
    const done = delayFailures(1000, taking(3));
    await vi.advanceTimersByTimeAsync(3);
    expect(await done).toBe('done');
  });
});

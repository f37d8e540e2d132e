import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testKeys } from '../../functions/site/captcha.ts';
import { newCode } from '../../functions/platform/digest.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { delayFailures, withMinimumDuration } from '../../functions/platform/minimum-duration.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { client } from '../../functions/table/client.ts';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/contracts/users.ts';
import { wrongCode } from '../../shared/users/password-reset.ts';
import { call } from '../support/call.ts';
import { mailsTo, newestCode, password, createUser } from './person.ts';

beforeAll(provision);

const ask = (userName: string, returnUrl?: string) =>
  call(users.resetPassword, undefined, { query: { userName, returnUrl } });
const confirm = (userName: string, code: string, newPassword = 'Wellport2027') =>
  call(users.confirmPassword, undefined, {
    body: { userName, code, newPassword, confirmPassword: newPassword },
  });
const logIn = (userName: string, input: string) =>
  call(users.login, undefined, { body: { userName, password: input } });

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

describe('a password request', () => {
  it('emails a code and a link to our site, and the code sets the password', async () => {
    const person = await createUser();
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

  it('links to our site only, for every return address', async () => {
    const person = await createUser();
    for (const returnUrl of ['//x.test/', 'https://x.test/', '/\\x.test', 'javascript:alert(1)']) {
      await ask(person.email, returnUrl);
      expect((await newestCode(person.email)).link.origin).toBe(process.env.SITE_ADDRESS);
    }
  });

  it('responds the same for known, unknown, and disabled names, with the same table commands', async () => {
    const [known, disabled] = [await createUser(), await createUser({ disabled: true })];
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

  it('sends a name at most five emails per half hour', async () => {
    const person = await createUser();
    for (let attempt = 0; attempt < 6; attempt++) expect((await ask(person.email)).status).toBe(200);
    expect((await mailsTo(person.email)).length).toBe(5);
    expect((await confirm(person.email, (await newestCode(person.email)).code)).status).toBe(200);
  });
});

describe('with captchas on', () => {
  it('requires a solved captcha or, once, the token of the previous response, for every name', async () => {
    const before = await loadFeatureFlags();
    const saved = await saveFeatureFlags(before, { ...before, useCaptcha: true }, 'admin', new Date());
    onTestFinished(async () => {
      await saveFeatureFlags(saved, { ...saved, useCaptcha: false }, 'admin', new Date());
    });
    const person = await createUser();
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
  it('is valid once, and only the newest one', async () => {
    const person = await createUser();
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

  it('has at least 20 bits of entropy', async () => {
    const person = await createUser();
    await ask(person.email);
    const { code } = await newestCode(person.email);
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    // of 3,000 codes with 20 bits, about 4 are equal; with 10 bits, 1,976
    const codes = new Set(Array.from({ length: 3000 }, () => newCode(code.replaceAll('-', '').length)));
    expect(codes.size).toBeGreaterThan(2980);
  });

  it('is bound to the request of its user', async () => {
    const [person, other] = [await createUser(), await createUser()];
    await ask(person.email);
    await ask(other.email);
    const { code } = await newestCode(person.email);
    expect((await confirm(other.email, code)).body.message).toBe(wrongCode);
    expect((await logIn(other.email, 'Wellport2027')).status).toBe(422);
    expect((await confirm(person.email, code)).status).toBe(200);
  });

  it('sets one password when used twice concurrently', async () => {
    const person = await createUser();
    await ask(person.email);
    const { code } = await newestCode(person.email);
    const responses = await Promise.all(
      ['Wellport2027', 'Wellport2028'].map((newPassword) => confirm(person.email, code, newPassword)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('remains valid for its owner when a stranger guesses codes and requests emails', async () => {
    const person = await createUser();
    const stranger = { headers: { 'x-viewer-address': '203.0.113.7', 'x-cdn-secret': 'of this test' } };
    process.env.CDN_SECRET = 'of this test';
    onTestFinished(() => void delete process.env.CDN_SECRET);
    const wrong = { userName: person.email, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' };
    for (let attempt = 0; attempt < 5; attempt++) {
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

  it('does not block a new email when invalid, even from the same source', async () => {
    const person = await createUser();
    for (let attempt = 0; attempt < 5; attempt++) {
      await logIn(person.email, 'Wrong12345');
      await ask(person.email);
    }
    for (let attempt = 0; attempt < 5; attempt++) await confirm(person.email, '0000-0000-0000');
    expect((await logIn(person.email, password)).status).toBe(423);
    await ask(person.email);
    expect((await mailsTo(person.email)).length).toBe(6);
    expect((await confirm(person.email, (await newestCode(person.email)).code)).status).toBe(200);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(200);
  });

  it('accepts no code after five wrong ones from the same source, until the next email', async () => {
    const person = await createUser();
    await ask(person.email);
    const { code } = await newestCode(person.email);
    for (let attempt = 0; attempt < 5; attempt++) await confirm(person.email, '0000-0000-0000');
    const { status, body } = await confirm(person.email, code);
    expect([status, body.message]).toEqual([422, wrongCode]);
    expect((await logIn(person.email, 'Wellport2027')).status).toBe(422);
    await ask(person.email);
    expect((await confirm(person.email, (await newestCode(person.email)).code)).status).toBe(200);
  });

  it('returns the same error for an unknown name', async () => {
    const person = await createUser();
    await ask(person.email);
    const [wrong, unknown] = [
      await confirm(person.email, '0000-0000-0000'),
      await confirm('nobody-at-all@people.test', '0000-0000-0000'),
    ];
    expect(unknown.status).toBe(wrong.status);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });
});

describe('constant response time', () => {
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
  const taking = (milliseconds: number, error?: Error) => () =>
    new Promise<string>((resolve, reject) => {
      setTimeout(() => (error ? reject(error) : resolve('done')), milliseconds);
    });

  it('ends fast, slow, successful, and failed operations at the same time', async () => {
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

  it('does not delay successes when only failures are padded', async () => {
    const done = delayFailures(1000, taking(3));
    await vi.advanceTimersByTimeAsync(3);
    expect(await done).toBe('done');
  });
});

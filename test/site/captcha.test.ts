import { describe, expect, it } from 'vitest';
import { askGoogle, askLocally, testKeys, whoToAsk } from '../../functions/site/captcha.ts';

const site = 'https://wellport.example';

/** A siteverify stub with a fixed response that records its requests. */
const verifier = (answer: object, status = 200) => {
  const asked: URLSearchParams[] = [];
  const call = async (_: unknown, init?: RequestInit) => {
    asked.push(init?.body as URLSearchParams);
    return Response.json(answer, { status });
  };
  return { asked, call: call as typeof fetch };
};

describe('captcha verification', () => {
  it('accepts a token that Google confirms for this site', async () => {
    const { asked, call } = verifier({ success: true, hostname: 'wellport.example' });
    expect(await askGoogle('secret', 'wellport.example', call)('token')).toBe(true);
    expect(Object.fromEntries(asked[0]!)).toEqual({ secret: 'secret', response: 'token' });
  });

  it('rejects a token that Google rejects, or that another site solved', async () => {
    const ask = (answer: object) => askGoogle('secret', 'wellport.example', verifier(answer).call)('token');
    expect(await ask({ success: false, 'error-codes': ['timeout-or-duplicate'] })).toBe(false);
    expect(await ask({ success: true, hostname: 'elsewhere.example' })).toBe(false);
    expect(await ask({ success: true })).toBe(false);
  });

  it('throws while Google does not respond', async () => {
    const down = askGoogle('secret', 'wellport.example', verifier({}, 503).call);
    await expect(down('token')).rejects.toThrow('503');
  });

  it('accepts the public test keys on the local stage only', async () => {
    expect(await askLocally(`${testKeys.site}.1`)).toBe(true);
    expect(await askLocally('anything')).toBe(false);
    expect(whoToAsk('local', undefined, site)).toBe(askLocally);
    for (const stage of ['production', 'dev', undefined]) {
      expect(() => whoToAsk(stage, testKeys.secret, site)).toThrow('public test key');
      expect(() => whoToAsk(stage, undefined, site)).toThrow('no captchaSecret');
      expect(whoToAsk(stage, 'a real secret', site)).not.toBe(askLocally);
    }
  });
});

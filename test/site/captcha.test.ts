import { describe, expect, it } from 'vitest';
import { verifyWithGoogle, verifyLocally, testKeys, captchaVerifier } from '../../functions/site/captcha.ts';
import { defined } from '../support/defined.ts';

const site = 'https://wellport.example';

const verifier = (response: object, status = 200) => {
  const requests: URLSearchParams[] = [];
  const call = async (_: unknown, init?: RequestInit) => {
    requests.push(init?.body as URLSearchParams);
    return Response.json(response, { status });
  };
  return { requests, call: call as typeof fetch };
};

describe('captcha verification', () => {
  it('accepts a token that Google confirms for this site', async () => {
    const { requests, call } = verifier({ success: true, hostname: 'wellport.example' });
    expect(await verifyWithGoogle('secret', 'wellport.example', call)('token')).toBe(true);
    expect(Object.fromEntries(defined(requests[0]))).toEqual({ secret: 'secret', response: 'token' });
  });

  it('rejects a token that Google rejects, or that another site solved', async () => {
    const verify = (response: object) =>
      verifyWithGoogle('secret', 'wellport.example', verifier(response).call)('token');
    expect(await verify({ success: false, 'error-codes': ['timeout-or-duplicate'] })).toBe(false);
    expect(await verify({ success: true, hostname: 'elsewhere.example' })).toBe(false);
    expect(await verify({ success: true })).toBe(false);
  });

  it('throws while Google does not respond', async () => {
    const down = verifyWithGoogle('secret', 'wellport.example', verifier({}, 503).call);
    await expect(down('token')).rejects.toThrow('503');
  });

  it('accepts the public test keys on the local stage only', async () => {
    expect(await verifyLocally(`${testKeys.site}.1`)).toBe(true);
    expect(await verifyLocally('anything')).toBe(false);
    expect(captchaVerifier('local', undefined, site)).toBe(verifyLocally);
    for (const stage of ['production', 'dev', undefined]) {
      expect(() => captchaVerifier(stage, testKeys.secret, site)).toThrow('public test key');
      expect(() => captchaVerifier(stage, undefined, site)).toThrow('no captchaSecret');
      expect(captchaVerifier(stage, 'a real secret', site)).not.toBe(verifyLocally);
    }
  });
});

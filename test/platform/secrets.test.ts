import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished, vi } from 'vitest';
import { secrets, secretsTtlMs } from '../../functions/platform/secrets.ts';

const text = (letter: string) =>
  JSON.stringify({ fingerprintKey: letter.repeat(32), invitationKey: letter.repeat(32) });

it('reloads changed secrets within five minutes and uses cached ones while the service is unavailable', async () => {
  vi.stubEnv('SECRETS_FILE', '');
  const manager = mockClient(SecretsManagerClient);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    manager.restore();
  });
  vi.stubEnv('STAGE', 'local');
  const at = (shift: number) => vi.stubEnv('CLOCK_SHIFT_MS', String(shift));
  const key = async () => (await secrets()).invitationKey[0];
  // reads before the end of this test
  at(secretsTtlMs * 10);
  manager.on(GetSecretValueCommand).resolves({ SecretString: text('a') });
  expect(await key()).toBe('a');
  manager.on(GetSecretValueCommand).resolves({ SecretString: text('b') });
  expect(await key()).toBe('a');
  at(secretsTtlMs * 12);
  expect(await key()).toBe('b');
  manager.on(GetSecretValueCommand).rejects(new Error('out of reach'));
  at(secretsTtlMs * 14);
  expect(await key()).toBe('b');
  expect(await key()).toBe('b');
  at(secretsTtlMs * 16);
  manager.on(GetSecretValueCommand).resolves({ SecretString: text('c') });
  expect(await key()).toBe('c');
});

import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { cdnSecretHeader } from '../../functions/platform/source.ts';
import { settingsTtlMs } from '../../functions/table/deployed-settings.ts';
import { randomBytes, wait } from '../local/tools/time-and-chance.ts';
import { UserError } from '../local/tools/user-error.ts';
import {
  CloudFrontClient,
  GetDistributionCommand,
  UpdateDistributionCommand,
  type DistributionConfig,
} from './aws-tools.mjs';
import { cdnSecrets, saveCdnSecrets } from './settings-table.ts';

interface Cdn {
  distributionId: string;
  secretId: string;
}

const pauseMs = 10_000;
const pauses = 180;

/**
 * Replaces the secret that proves that a request came through the CDN, while the portal is in use: functions accept the
 * former one as well until the CDN sends the new one everywhere, which takes minutes. After an interruption, run it again;
 * it continues with the new secret.
 */
export async function rotateCdnSecret({ distributionId, secretId }: Cdn, carryOut: boolean): Promise<string> {
  const manager = new SecretsManagerClient({});
  const { SecretString: stored = '' } = await manager.send(new GetSecretValueCommand({ SecretId: secretId }));
  const accepted = await cdnSecrets();
  const isInterrupted = accepted.before !== '';
  if (!carryOut)
    return `${isInterrupted ? 'A rotation was interrupted: the CDN would send its secret' : 'The CDN would send a new secret'}, and functions would accept both until then. Nothing was changed without --carry-out.`;
  const next = isInterrupted ? stored : randomBytes(48).toString('hex');
  if (!isInterrupted) {
    await saveCdnSecrets({ current: next, before: stored });
    await manager.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: next }));
  }
  await wait(settingsTtlMs);
  await sendByCdn(distributionId, next);
  await saveCdnSecrets({ current: next, before: '' });
  return 'The CDN sends a new secret, and functions accept only that one.';
}

async function sendByCdn(Id: string, secret: string): Promise<void> {
  const client = new CloudFrontClient({});
  const { Distribution, ETag } = await client.send(new GetDistributionCommand({ Id }));
  const config = Distribution?.DistributionConfig;
  if (!config) throw new UserError(`The distribution ${Id} could not be read.`);
  await client.send(
    new UpdateDistributionCommand({
      Id,
      IfMatch: ETag,
      DistributionConfig: withSecret(config, secret) as never,
    }),
  );
  for (let turn = 0; turn < pauses; turn += 1) {
    const { Distribution: now } = await client.send(new GetDistributionCommand({ Id }));
    if (now?.Status === 'Deployed') return;
    await wait(pauseMs);
  }
  throw new UserError(
    'The CDN is still being changed after half an hour. Both secrets are accepted. Run it again.',
  );
}

/** Returns the configuration with the secret in every origin that sends one. */
const withSecret = (config: DistributionConfig, secret: string): DistributionConfig => ({
  ...config,
  Origins: {
    ...config.Origins,
    Items: config.Origins?.Items?.map((origin) => ({
      ...origin,
      CustomHeaders: {
        ...origin.CustomHeaders,
        Items: origin.CustomHeaders?.Items?.map((header) =>
          header.HeaderName === cdnSecretHeader ? { ...header, HeaderValue: secret } : header,
        ),
      },
    })),
  },
});

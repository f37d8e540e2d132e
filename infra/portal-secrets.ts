import { SecretValue } from 'aws-cdk-lib/core';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Settings } from './stage.ts';

/** Characters excluded from generated keys, which are used in JSON, headers, and base64. */
export const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * Creates the secret read by functions/platform/secrets.ts and the secrets that its keys are generated in, because
 * Secrets Manager generates one value per secret.
 */
export function makeSecrets(
  scope: Construct,
  { removal: removalPolicy, ...names }: Settings,
): Record<'Secrets' | 'FingerprintKey' | 'InvitationKey', Secret> {
  const generated = (id: string, description: string) =>
    new Secret(scope, id, {
      description,
      generateSecretString: { passwordLength: 64, excludeCharacters: punctuation },
      removalPolicy,
    });
  const fingerprintKey = generated('FingerprintKey', 'Source of the generated fingerprint key');
  const invitationKey = generated('InvitationKey', 'Source of the generated invitation key');
  const secrets = new Secret(scope, 'Secrets', {
    description: 'Keys of the portal, as read by its functions',
    secretObjectValue: {
      fingerprintKey: fingerprintKey.secretValue,
      invitationKey: invitationKey.secretValue,
      // existing secrets, copied by name at deployment
      ...copied('captchaSecret', names.captchaSecretName),
      ...copied('bankSftpKey', names.bankSftpKeySecretName),
      ...copied('appleWallet', names.appleWalletSecretName),
      ...copied('googleWallet', names.googleWalletSecretName),
    },
    removalPolicy,
  });
  for (const secret of [fingerprintKey, invitationKey, secrets])
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'Values created with a key must remain valid under the next one, so an operator rotates keys and upgrades the table (docs/runbook.md).',
    });
  return { Secrets: secrets, FingerprintKey: fingerprintKey, InvitationKey: invitationKey };
}

const copied = (name: string, secretName: string | undefined): Record<string, SecretValue> =>
  secretName ? { [name]: SecretValue.secretsManager(secretName) } : {};

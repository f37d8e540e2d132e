import { SecretValue } from 'aws-cdk-lib/core';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Settings } from './stage.ts';

/** Left out of generated keys, which are in JSON, in headers, and are read as base64. */
export const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * One secret in the shape of functions/platform/secrets.ts, and those that its keys are generated in: Secrets Manager
 * generates one text at a time.
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
  const fingerprintKey = generated('FingerprintKey', 'Where the fingerprint key was generated');
  const invitationKey = generated('InvitationKey', 'Where the invitation key was generated');
  const secrets = new Secret(scope, 'Secrets', {
    description: 'The keys of the portal, as its functions read them',
    secretObjectValue: {
      fingerprintKey: fingerprintKey.secretValue,
      invitationKey: invitationKey.secretValue,
      // made elsewhere, by name; copied when the stack is deployed
      ...copied('captchaSecret', names.captchaSecretName),
      ...copied('bankSftpKey', names.bankSftpKeySecretName),
    },
    removalPolicy,
  });
  for (const secret of [fingerprintKey, invitationKey, secrets])
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'What was made with a key must go on under the next one, so keys are not rotated by a timetable: an operator adds a version and brings the table along (docs/runbook.md).',
    });
  return { Secrets: secrets, FingerprintKey: fingerprintKey, InvitationKey: invitationKey };
}

const copied = (name: string, secretName: string | undefined): Record<string, SecretValue> =>
  secretName ? { [name]: SecretValue.secretsManager(secretName) } : {};

import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import type { ContextName } from '../stages/stage-file.ts';
import type { Stage } from '../stages/stage-names.ts';

/** Values of the second copy. */
export const samplePlaces = {
  copyVaultArn: 'arn:aws:backup:us-west-2:222222222222:backup-vault:wellport-production-copy',
  outboxCopyArn: 'arn:aws:s3:::outbox-copy',
  agreementsCopyArn: 'arn:aws:s3:::agreements-copy',
};

/** Values that stages other than dev require, for the synthesis of a stage that is not set up. */
export const sampleValues = {
  domain: 'portal.example.com',
  certificate: 'arn:aws:acm:us-east-1:000000000000:certificate/1',
  mailFrom: 'Wellport <no-reply@example.com>',
  alarmEmail: 'operators@example.com',
  runbookAddress: 'https://code.example.com/wellport/docs/runbook.md',
  bankSettings: JSON.stringify(trialBankSettings()),
} satisfies Partial<Record<ContextName, string>>;

/** Returns the context with which any stage can be synthesized. */
export const sampleContext = (stage: Stage): Record<string, string> =>
  stage === 'dev' ? {} : { stage, ...sampleValues, ...samplePlaces };

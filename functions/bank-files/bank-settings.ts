import { bankSettings, type BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { trialBankSettings } from '../../shared/bank-files/trial-bank-settings.ts';
import { errorFacts, log } from '../platform/log.ts';

function read(): BankSettings | undefined {
  const text = process.env.BANK_SETTINGS;
  const stage = process.env.STAGE ?? '';
  if (!text)
    return ['local', 'dev'].includes(stage)
      ? trialBankSettings({ oneAdministrator: stage === 'dev' })
      : undefined;
  try {
    return bankSettings.parse(JSON.parse(text));
  } catch (problem) {
    log('error', 'BANK_SETTINGS are not right', errorFacts(problem));
    return undefined;
  }
}

/**
 * How this environment's bank wants its files: the JSON in BANK_SETTINGS, checked once when the process starts.
 * Undefined when there are none or when they are wrong (then the log says what): nothing can be sent without them.
 */
export const environmentBankSettings: BankSettings | undefined = read();

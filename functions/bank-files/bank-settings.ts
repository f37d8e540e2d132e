import { bankSettings, type BankSettings, trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
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
  } catch (error) {
    log('error', 'BANK_SETTINGS are not valid', errorFacts(error));
    return undefined;
  }
}

/** BANK_SETTINGS, validated at process start. Undefined when missing or invalid (logged): no file can be sent. */
export const environmentBankSettings: BankSettings | undefined = read();

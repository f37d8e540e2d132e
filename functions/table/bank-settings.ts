import { bankSettings, type BankSettings, trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import { errorFields, log } from '../platform/log.ts';
import { afterLoading } from './deployed-settings.ts';

function read(text: string | undefined): BankSettings | undefined {
  const stage = process.env.STAGE ?? '';
  if (!text)
    return ['local', 'dev'].includes(stage)
      ? trialBankSettings({ oneAdministrator: stage === 'dev' })
      : undefined;
  try {
    return bankSettings.parse(JSON.parse(text));
  } catch (error) {
    log('error', 'BANK_SETTINGS are not valid', errorFields(error));
    return undefined;
  }
}

let before = process.env.BANK_SETTINGS;

/** BANK_SETTINGS, validated when they change. Undefined when missing or invalid (logged): no file can be sent. */
export let environmentBankSettings: BankSettings | undefined = read(before);

afterLoading(() => {
  if (process.env.BANK_SETTINGS === before) return;
  before = process.env.BANK_SETTINGS;
  environmentBankSettings = read(before);
});

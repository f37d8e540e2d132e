import { bankSettings, type BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { errorFacts, log } from '../platform/log.ts';

/** What a stage without a bank of its own writes into its files: nothing there reaches a bank. */
const trial: BankSettings = bankSettings.parse({
  destination: '091000022',
  destinationName: 'US BANK',
  origin: '1411234567',
  originName: 'WELLPORT',
  companyName: 'WELLPORT',
  companyId: '1411234567',
  odfi: '091000022',
});

function read(): BankSettings | undefined {
  const text = process.env.BANK_SETTINGS;
  if (!text) return ['local', 'dev'].includes(process.env.STAGE ?? '') ? trial : undefined;
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

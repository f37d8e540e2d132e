import { bankSettings, type BankSettings } from './bank-settings.ts';

/**
 * What a stage without a bank of its own writes into its files: nothing there reaches a bank. `oneAdministrator`: every
 * file is sent by one, for a deployment that has no second.
 */
export const trialBankSettings = ({ oneAdministrator = false } = {}): BankSettings =>
  bankSettings.parse({
    destination: '091000022',
    destinationName: 'US BANK',
    origin: '1411234567',
    originName: 'WELLPORT',
    companyName: 'WELLPORT',
    companyId: '1411234567',
    odfi: '091000022',
    ...(oneAdministrator && {
      twoPersons: { above: null, entryAbove: null, dayAbove: null, forNewAccounts: false },
    }),
  });

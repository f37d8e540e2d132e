import { bankSettings, type BankSettings } from './bank-settings.ts';

/**
 * Bank settings of a stage without its own bank; its files are not transmitted. `oneAdministrator`: files require only
 * one administrator.
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

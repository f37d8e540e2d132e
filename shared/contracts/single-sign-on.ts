import { area } from '../endpoint.ts';
import { providerLogins, singleSignOnSettings } from '../single-sign-on/single-sign-on-contract.ts';

export const singleSignOn = area('single-sign-on', {
  ...providerLogins,
  ...singleSignOnSettings,
});

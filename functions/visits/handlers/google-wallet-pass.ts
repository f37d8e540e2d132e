import { visits } from '../../../shared/contracts/visits.ts';
import { noWalletPass } from '../../../shared/visits/access-pass/wallet-pass.ts';
import { handle } from '../../handle.ts';
import { googlePassAddress } from '../wallet/google-pass.ts';
import { loadWalletPass } from '../wallet/load-wallet-pass.ts';
import { walletSettings } from '../wallet/settings.ts';

export const handler = handle(visits.googleWalletPass, async ({ query, now }) => {
  const [pass, { google }] = await Promise.all([loadWalletPass(query.memberId), walletSettings()]);
  if (!pass || !google) noWalletPass();
  return { address: googlePassAddress(pass, google, now) };
});

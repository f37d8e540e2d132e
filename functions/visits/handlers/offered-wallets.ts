import { visits } from '../../../shared/contracts/visits.ts';
import { handle } from '../../handle.ts';
import { loadWalletPass } from '../wallet/load-wallet-pass.ts';
import { walletSettings } from '../wallet/settings.ts';

export const handler = handle(visits.offeredWallets, async ({ query }) => {
  const [pass, { apple, google }] = await Promise.all([loadWalletPass(query.memberId), walletSettings()]);
  return { apple: Boolean(pass && apple), google: Boolean(pass && google) };
});

import { visits } from '../../../shared/contracts/visits.ts';
import { passType } from '../../../shared/media-types.ts';
import { noWalletPass } from '../../../shared/visits/access-pass/wallet-pass.ts';
import { handle } from '../../handle.ts';
import { applePass } from '../wallet/apple-pass.ts';
import { loadWalletPass } from '../wallet/load-wallet-pass.ts';
import { walletSettings } from '../wallet/settings.ts';

export const handler = handle(visits.appleWalletPass, async ({ query }) => {
  const [pass, { apple }] = await Promise.all([loadWalletPass(query.memberId), walletSettings()]);
  if (!pass || !apple) noWalletPass();
  return { name: 'Wellport.pkpass', type: passType, bytes: applePass(pass, apple) };
});

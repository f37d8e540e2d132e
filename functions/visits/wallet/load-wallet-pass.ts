import { walletPassOf, type WalletPass } from '../../../shared/visits/access-pass/wallet-pass.ts';
import { loadMember } from '../../members/store.ts';
import { loadFeatureFlags } from '../../settings/store.ts';

/** Returns the wallet pass of a membership; undefined if it is not active or has no key fob. */
export async function loadWalletPass(memberId: string): Promise<WalletPass | undefined> {
  const [member, flags] = await Promise.all([loadMember(memberId), loadFeatureFlags()]);
  return walletPassOf(member, flags);
}

import { createStore, get, set, values } from 'idb-keyval';

export interface KeptPass {
  memberId: string;
  number: string;
  keys: CryptoKeyPair;
  codeKey: CryptoKey;
  certifiedUntil: string;
  memberName: string;
  facilityName: string;
}

/** web/app/session-actions.ts deletes it by its name on logout. */
const store = () => createStore('wellport-pass', 'passes');

export const keptPass = (memberId: string): Promise<KeptPass | undefined> => get(memberId, store());
export const keepPass = (pass: KeptPass): Promise<void> => set(pass.memberId, pass, store());
export const keptPasses = (): Promise<KeptPass[]> => values(store());

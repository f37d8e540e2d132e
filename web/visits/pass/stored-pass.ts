import { createStore, del, get, set, values } from 'idb-keyval';

export interface StoredPass {
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

export const storedPass = (memberId: string): Promise<StoredPass | undefined> => get(memberId, store());
export const keepPass = (pass: StoredPass): Promise<void> => set(pass.memberId, pass, store());
export const deletePass = (memberId: string): Promise<void> => del(memberId, store());
export const storedPasses = (): Promise<StoredPass[]> => values(store());

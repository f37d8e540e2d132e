import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import { ownerToken } from '../../shared/bank-accounts/bank-account.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  mustBeOwn,
  newVaultKey,
  openAccount,
  openVaultKey,
  sealAccount,
  vaultKeyIdOf,
  type VaultKey,
} from '../platform/account-seal.ts';
import { onNewProcess } from '../platform/process-memory.ts';
import { milliseconds } from '../platform/time-and-chance.ts';
import { openText, sealedSchema, type AccountNumbers, type Sealed } from '../platform/vault.ts';
import { putOnce } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

export const vaultKeyEntity = entity({
  name: 'vault key',
  schema: z.object({ id: z.string(), publicKey: z.string(), privateKey: sealedSchema, proof: z.string() }),
  key: ({ id }) => keys.vaultKey(id),
});

/** The key pair that seals accounts. To rotate it, use a new ID; older seals open with their own key. */
const currentKeyId = '1';

const loadVaultKey = async (id: string): Promise<VaultKey | undefined> => {
  const record = await get(vaultKeyEntity, keys.vaultKey(id));
  if (record) await mustBeOwn(record);
  return record;
};

let current: Promise<VaultKey> | undefined;

/** Seals an account's numbers for one payee. Calls KMS only for the portal's very first account. */
export async function seal(account: AccountNumbers, payeeToken: string): Promise<Sealed> {
  current ??= currentVaultKey();
  try {
    return await sealAccount(await current, account, payeeToken);
  } catch (error) {
    current = undefined;
    throw error;
  }
}

async function currentVaultKey(): Promise<VaultKey> {
  const there = await loadVaultKey(currentKeyId);
  if (there) return there;
  const vaultKey = await newVaultKey(currentKeyId);
  const isThere = new Refusal('conflict', 'Another bank account is being saved at this moment. Try again.');
  try {
    await transact(
      putOnce({ ...keys.vaultKey(vaultKey.id), entity: vaultKeyEntity.name, ...vaultKey }, isThere),
    );
    return vaultKey;
  } catch (error) {
    const theirs = error === isThere ? await loadVaultKey(currentKeyId) : undefined;
    if (!theirs) throw error;
    return theirs;
  }
}

/** How long an opened vault key is cached, which limits the number of KMS calls of a bank run. */
const cacheTtlMs = 5 * 60_000;
const opened = new Map<string, { key: Promise<KeyObject>; until: number }>();

onNewProcess(() => {
  current = undefined;
  opened.clear();
});

/** Opens sealed numbers for the same payee. Callers write the audit event. */
export async function open(sealed: Sealed, payeeToken: string): Promise<AccountNumbers> {
  const id = vaultKeyIdOf(sealed);
  if (id === undefined) return JSON.parse(await openText(sealed, ownerToken(payeeToken))) as AccountNumbers;
  const stored = opened.get(id);
  const key = stored && stored.until > milliseconds() ? stored.key : openedKey(id);
  try {
    return await openAccount(await key, sealed, payeeToken);
  } catch (error) {
    opened.delete(id);
    throw error;
  }
}

/** Shares one KMS call among all accounts that wait for the key. */
function openedKey(id: string): Promise<KeyObject> {
  const key = loadVaultKey(id).then((loaded) => {
    if (!loaded) throw new Error(`vault key ${id} is missing`);
    return openVaultKey(loaded);
  });
  opened.set(id, { key, until: milliseconds() + cacheTtlMs });
  return key;
}

import { bankAccountEntity } from '../../functions/bank-accounts/account-record.ts';
import { vaultKeyEntity } from '../../functions/bank-accounts/vault-key-store.ts';
import { sentEntryEntity } from '../../functions/bank-files/sent-entry-store.ts';
import { liftedSeal, sealVersionOf } from '../../functions/platform/account-seal.ts';
import { lifted, versionOf } from '../../functions/platform/fingerprint.ts';
import type { Sealed } from '../../functions/platform/vault.ts';
import { updateNow } from '../../functions/table/update-item.ts';
import { errorName } from '../../shared/error-name.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Row } from './walk-table.ts';

/** Record kinds with values created with the fingerprint key. */
export const fingerprintedKinds: readonly string[] = [
  bankAccountEntity.name,
  'replaced bank account',
  sentEntryEntity.name,
  'last payment sent',
  vaultKeyEntity.name,
];

/** Values of a row created with the fingerprint key. */
export interface Fingerprinted {
  fingerprint?: string;
  proof?: string;
  sealed?: Sealed;
  waiting?: Fingerprinted | null;
}

/** Reports whether a row has a value of an earlier version of the fingerprint key. */
export function isOfEarlier(
  { fingerprint, proof, sealed, waiting }: Fingerprinted,
  version: number,
): boolean {
  const earliest = Math.min(
    ...[fingerprint, proof].map((digest) => (digest ? versionOf(digest) : version)),
    (sealed && sealVersionOf(sealed)) ?? version,
  );
  return earliest < version || (waiting ? isOfEarlier(waiting, version) : false);
}

/** Returns a row's values upgraded to a later version of the fingerprint key. */
export async function liftedAttributes(
  { fingerprint, proof, sealed, waiting }: Fingerprinted,
  payeeToken: string,
  version: number,
): Promise<Fingerprinted> {
  return {
    ...(fingerprint !== undefined && { fingerprint: await lifted(fingerprint, version) }),
    ...(proof !== undefined && { proof: await lifted(proof, version) }),
    ...(sealed && { sealed: await liftedSeal(sealed, payeeToken, version) }),
    ...(waiting && {
      waiting: { ...waiting, ...(await liftedAttributes(waiting, payeeToken, version)) },
    }),
  };
}

const moved = new Refusal('conflict', 'The row was changed in the meantime.');

/**
 * Replaces the form of a row's attributes. Their meaning and the row's version remain, so that a concurrent change is
 * not refused and stores the old form.
 *
 * @throws {Refusal} 'conflict' if the row has changed since it was read
 */
export async function reform({ pk, sk, ...before }: Row, after: object): Promise<void> {
  const names = Object.keys(after);
  const compared = ['version', ...names];
  const isAsRead = (name: string) =>
    before[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :before_${name}`;
  const present = compared.filter((name) => before[name] !== undefined);
  try {
    await updateNow(
      { pk, sk },
      {
        text: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        condition: compared.map(isAsRead).join(' AND '),
        names: Object.fromEntries(compared.map((name) => [`#${name}`, name])),
        values: Object.fromEntries([
          ...Object.entries(after).map(([name, value]) => [`:${name}`, value]),
          ...present.map((name) => [`:before_${name}`, before[name]]),
        ]),
      },
    );
  } catch (error) {
    if (errorName(error) === 'ConditionalCheckFailedException') throw moved;
    throw error;
  }
}

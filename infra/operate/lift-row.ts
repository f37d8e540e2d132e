import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { bankAccountEntity } from '../../functions/bank-accounts/account-record.ts';
import { vaultKeyEntity } from '../../functions/bank-accounts/vault-key-store.ts';
import { sentEntryEntity } from '../../functions/bank-files/sent-entry-store.ts';
import { liftedSeal, sealVersionOf } from '../../functions/platform/account-seal.ts';
import { lifted, versionOf } from '../../functions/platform/fingerprint.ts';
import type { Sealed } from '../../functions/platform/vault.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { errorName } from '../../shared/error-name.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Row } from './walk-table.ts';

/** The kinds of rows that hold what is made with the fingerprint key. */
export const fingerprintedKinds: readonly string[] = [
  bankAccountEntity.name,
  'replaced bank account',
  sentEntryEntity.name,
  'last payment sent',
  vaultKeyEntity.name,
];

/** What is made with the fingerprint key, as rows hold it. */
export interface Fingerprinted {
  fingerprint?: string;
  proof?: string;
  sealed?: Sealed;
  waiting?: Fingerprinted | null;
}

/** Does a row hold anything of an earlier version of the fingerprint key? */
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

/** What a row holds that is made with the fingerprint key, brought to a later version of it. */
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

const moved = new Refusal('conflict', 'The row was changed meanwhile.');

/**
 * Gives attributes of a row another form. What they mean stays as it is, and so does the row's version: whoever is
 * changing it meanwhile is not refused, and leaves it in its old form.
 *
 * @throws {Refusal} 'conflict' when the row is not any more what was read
 */
export async function reform({ pk, sk, ...before }: Row, after: object): Promise<void> {
  const names = Object.keys(after);
  const told = ['version', ...names];
  const isAsRead = (name: string) =>
    before[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :before_${name}`;
  const known = told.filter((name) => before[name] !== undefined);
  try {
    await client.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: told.map(isAsRead).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(told.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries([
          ...Object.entries(after).map(([name, value]) => [`:${name}`, value]),
          ...known.map((name) => [`:before_${name}`, before[name]]),
        ]),
      }),
    );
  } catch (problem) {
    if (errorName(problem) === 'ConditionalCheckFailedException') throw moved;
    throw problem;
  }
}

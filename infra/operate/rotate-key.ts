import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { sha256 } from '../../functions/platform/digest.ts';
import {
  keyVersionsOf,
  keyVersionsText,
  type KeyVersion,
  type VersionedKey,
} from '../../functions/platform/key-versions.ts';
import { secrets } from '../../functions/platform/secrets.ts';
import { bankAccountEntity } from '../../functions/bank-accounts/account-record.ts';
import { vaultKeyEntity } from '../../functions/bank-accounts/vault-key-store.ts';
import { sentEntryEntity } from '../../functions/bank-files/sent-entry-store.ts';
import { liftedSeal, sealVersionOf } from '../../functions/platform/account-seal.ts';
import { lifted, versionOf } from '../../functions/platform/fingerprint.ts';
import type { Sealed } from '../../functions/platform/vault.ts';
import { updateNow } from '../../functions/table/update-item.ts';
import { errorName, Refusal } from '../../shared/refusal.ts';
import { type Row, countLines, walkTable, type Plan } from './walk-table.ts';
import { UserError } from '../local/tools/user-error.ts';
import { randomBytes } from '../local/tools/time-and-chance.ts';

/** Stored versions of a key. */
export interface KeySecret {
  read: () => Promise<{ versions: KeyVersion[]; changedAt: Date }>;
  /** Stores the versions; fails if the secrets changed since they were read. */
  write: (versions: readonly KeyVersion[]) => Promise<void>;
}

/** Returns a key of the deployed stage in Secrets Manager. */
export function deployedKey(name: VersionedKey): KeySecret {
  const client = new SecretsManagerClient({});
  const all = process.env.SECRETS_ID;
  const own = {
    fingerprintKey: process.env.FINGERPRINT_KEY_ID,
    invitationKey: process.env.INVITATION_KEY_ID,
  };
  let seen = { texts: {} as Record<VersionedKey, string>, id: '' };
  return {
    read: async () => {
      const read = await client.send(new GetSecretValueCommand({ SecretId: all }));
      const { SecretString = '{}', VersionId = '', CreatedDate = new Date(0) } = read;
      seen = { texts: JSON.parse(SecretString) as Record<VersionedKey, string>, id: VersionId };
      return { versions: keyVersionsOf(seen.texts[name]), changedAt: CreatedDate };
    },
    write: async (versions) => {
      const text = keyVersionsText(versions);
      if (text !== keyVersionsText(keyVersionsOf(seen.texts[name])))
        await client.send(
          new PutSecretValueCommand({
            SecretId: all,
            SecretString: JSON.stringify({ ...seen.texts, [name]: text }),
            // a repeated token is rejected: of two writers with the same state, one succeeds
            ClientRequestToken: sha256(`after ${seen.id}`),
          }),
        );
      // a deployment copies this secret into the other one
      await client.send(new PutSecretValueCommand({ SecretId: own[name], SecretString: text }));
      await secrets({ again: true });
    },
  };
}

/** Record kinds with values created with the fingerprint key. */
const fingerprintedKinds: readonly string[] = [
  bankAccountEntity.name,
  'replaced bank account',
  sentEntryEntity.name,
  'last payment sent',
  vaultKeyEntity.name,
];

/** Values of a row created with the fingerprint key. */
interface Fingerprinted {
  fingerprint?: string;
  proof?: string;
  sealed?: Sealed;
  waiting?: Fingerprinted | null;
}

/** Reports whether a row has a value of an earlier version of the fingerprint key. */
function isOfEarlier({ fingerprint, proof, sealed, waiting }: Fingerprinted, version: number): boolean {
  const earliest = Math.min(
    ...[fingerprint, proof].map((digest) => (digest ? versionOf(digest) : version)),
    (sealed && sealVersionOf(sealed)) ?? version,
  );
  return earliest < version || (waiting ? isOfEarlier(waiting, version) : false);
}

/** Returns a row's values upgraded to a later version of the fingerprint key. */
async function liftedAttributes(
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
async function reform({ pk, sk, ...before }: Row, after: object): Promise<void> {
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

const keyBytes = 48;

/**
 * Adds a version of the fingerprint key and upgrades every row while the portal is in use. Without `carryOut`, it is a
 * dry run. Resumes an unfinished rotation.
 */
export async function rotateFingerprintKey(
  secret: KeySecret,
  { carryOut, again }: { carryOut: boolean; again: boolean },
): Promise<string> {
  const { versions } = await secret.read();
  const inUse = versions[0]?.version ?? 1;
  const isUnderWay = versions.some(({ version, isRetired }) => version !== inUse && !isRetired);
  const version = isUnderWay || again ? inUse : inUse + 1;
  if (carryOut)
    await secret.write(
      version === inUse ? versions : [{ version, key: randomBytes(keyBytes), isRetired: false }, ...versions],
    );
  const counts = await walkTable(bringTo(version), { dryRun: !carryOut, again });
  return [
    carryOut
      ? `Version ${version} of the fingerprint key is in use. After one hour, run: retire-key fingerprint`
      : `Nothing was changed. With --carry-out, the following rows are upgraded to version ${version} of the fingerprint key:`,
    ...countLines(counts),
  ].join('\n');
}

const bringTo = (version: number) => ({
  name: `fingerprint key ${version}`,
  entities: fingerprintedKinds,
  plan: (row: Row): Plan =>
    isOfEarlier(row as Fingerprinted, version)
      ? {
          counted: `${String(row.entity)}, upgraded to version ${version}`,
          carryOut: async () =>
            reform(row, await liftedAttributes(row as Fingerprinted, String(row.payeeToken), version)),
        }
      : { counted: `${String(row.entity)}, already upgraded` },
});

/** Time after which every function uses changed secrets, which it reads every five minutes. */
const settledMs = 60 * 60_000;

/**
 * Adds a version of the invitation key for new links, passes, and codes; earlier ones remain valid. It takes two runs one
 * hour apart, so that every function knows the version before it is used. Without `carryOut`, it is a dry run.
 */
export async function rotateInvitationKey(secret: KeySecret, carryOut: boolean, now: Date): Promise<string> {
  const { versions, changedAt } = await secret.read();
  const inUse = versions[0]?.version ?? 1;
  const next = versions.find(({ version }) => version > inUse);
  const description = carryOut ? '' : 'Nothing was changed. With --carry-out: ';
  if (!next) {
    const created = { version: inUse + 1, key: randomBytes(keyBytes), isRetired: false };
    if (carryOut) await secret.write([...versions, created]);
    return `${description}Version ${created.version} of the invitation key was distributed. Run this command again in one hour to activate it.`;
  }
  if (now.getTime() < changedAt.getTime() + settledMs)
    throw new UserError(
      'The secrets were changed less than an hour ago. Nothing was changed. Try again later.',
    );
  if (carryOut) await secret.write([next, ...versions.filter((version) => version !== next)]);
  return `${description}Version ${next.version} of the invitation key is in use. Earlier links, passes, and codes remain valid.`;
}

/**
 * Retires earlier versions of the fingerprint key; their values are rejected from then on. Refuses while a row uses
 * one, and within one hour after a change. The versions remain stored, because later ones are layered on top of them.
 */
export async function retireFingerprintKey(secret: KeySecret, now: Date): Promise<string> {
  const { versions, changedAt } = await secret.read();
  const inUse = versions[0]?.version ?? 1;
  const earlier = versions.filter(({ version, isRetired }) => version !== inUse && !isRetired);
  if (earlier.length === 0) throw new UserError('No earlier version of the fingerprint key is in use.');
  if (now.getTime() < changedAt.getTime() + settledMs)
    throw new UserError(
      'The secrets were changed less than an hour ago. Nothing was retired. Try again later.',
    );
  const counts = await walkTable(bringTo(inUse), { dryRun: true, again: true });
  const left = Object.entries(counts).filter(([counted]) => counted.endsWith(`to version ${inUse}`));
  if (left.length > 0)
    throw new UserError(
      [
        'Nothing was retired: run rotate-key fingerprint --carry-out --again first. These are of an earlier version:',
        ...left.map(([counted, count]) => `${count}  ${counted.split(',')[0]}`),
      ].join('\n'),
    );
  await secret.write(
    versions.map((version) => (version.version === inUse ? version : { ...version, isRetired: true })),
  );
  return `No row has version ${earlier.map(({ version }) => version).join(', ')}; its values are rejected from now on.`;
}

import { UserError } from '../local/user-error.ts';
import { randomBytes } from '../local/time-and-chance.ts';
import type { KeySecret } from './key-secret.ts';
import { fingerprintedKinds, isOfEarlier, liftedAttributes, reform, type Fingerprinted } from './lift-row.ts';
import { countLines, walkTable, type Plan, type Row } from './walk-table.ts';

const keyBytes = 48;

/**
 * Gives the fingerprint key another version and brings every row to it, beside everything that works. Without
 * `carryOut` it only counts. Begun again while a rotation goes on, it goes on with that one.
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
      ? `Version ${version} of the fingerprint key is in use. After an hour: retire-key fingerprint`
      : `Nothing was changed. With --carry-out everything is brought to version ${version} of the fingerprint key:`,
    ...countLines(counts),
  ].join('\n');
}

const bringTo = (version: number) => ({
  name: `fingerprint key ${version}`,
  entities: fingerprintedKinds,
  plan: (row: Row): Plan =>
    isOfEarlier(row as Fingerprinted, version)
      ? {
          counted: `${String(row.entity)}, brought to version ${version}`,
          carryOut: async () =>
            reform(row, await liftedAttributes(row as Fingerprinted, String(row.payeeToken), version)),
        }
      : { counted: `${String(row.entity)}, there already` },
});

/** How long after a change no function uses the keys of before: they read them every five minutes. */
const settledMs = 60 * 60_000;

/**
 * Gives the invitation key another version, under which links, passes and codes are made; those of earlier ones go on. It
 * takes two runs an hour apart: every function knows the version before one uses it. Without `carryOut` it only says so.
 */
export async function rotateInvitationKey(secret: KeySecret, carryOut: boolean, now: Date): Promise<string> {
  const { versions, changedAt } = await secret.read();
  const inUse = versions[0]?.version ?? 1;
  const next = versions.find(({ version }) => version > inUse);
  const said = carryOut ? '' : 'Nothing was changed. With --carry-out: ';
  if (!next) {
    const made = { version: inUse + 1, key: randomBytes(keyBytes), isRetired: false };
    if (carryOut) await secret.write([...versions, made]);
    return `${said}Version ${made.version} of the invitation key is made known. Run this again in an hour to use it.`;
  }
  if (now.getTime() < changedAt.getTime() + settledMs)
    throw new UserError(
      'The secrets were changed less than an hour ago. Nothing was changed. Try again later.',
    );
  if (carryOut) await secret.write([next, ...versions.filter((one) => one !== next)]);
  return `${said}Version ${next.version} of the invitation key is in use. Earlier links, passes and codes go on.`;
}

/**
 * Retires the earlier versions of the fingerprint key: what is made under them is not accepted any more. Refuses while a
 * row is of one of them, and in the hour after the last change. They stay, since the later versions are made on top.
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
  await secret.write(versions.map((one) => (one.version === inUse ? one : { ...one, isRetired: true })));
  return `No row is of version ${earlier.map(({ version }) => version).join(', ')} any more, and what is made under it is not accepted.`;
}

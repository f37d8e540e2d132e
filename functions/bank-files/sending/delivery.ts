import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { sha256 } from '../../platform/digest.ts';
import { getFile, hasFile, putFileOnce } from '../../platform/files.ts';
import { secrets } from '../../platform/secrets.ts';
import { withSftp, type SftpSession } from '../../platform/sftp.ts';
import { endAfter } from '../../platform/time-and-chance.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';

interface HandedOver {
  name: string;
  text: string;
  attempt: number;
}

/**
 * Transport to the bank. `put` never replaces a file and returns the hash of the stored one; when it throws, delivery
 * is unknown. `isNeverSent`: an absent file was never transmitted; `isOver`: the last attempt can no longer arrive.
 */
export interface Delivery {
  put: (file: HandedOver) => Promise<string | undefined>;
  look: (name: string) => Promise<string | undefined>;
  isNeverSent: (last: { name: string; attempt: number; isOver: boolean }) => Promise<boolean>;
}

type SftpSettings = NonNullable<BankSettings['sftp']>;

/** Marks an attempt that reached the bank's server: after that, the bank may have fetched an absent file. */
const claimOf = (name: string, attempt: number) => `bank-files/attempts/${name}-${attempt}`;

export async function onBankServer<Result>(
  { host, port, user, hostKey }: SftpSettings,
  timeoutMs: number,
  work: (session: SftpSession) => Promise<Result>,
): Promise<Result> {
  const { bankSftpKey } = await secrets();
  if (!bankSftpKey) throw new Error('the secrets have no bankSftpKey');
  const privateKey = Buffer.from(bankSftpKey, 'base64').toString('utf8');
  return withSftp({ host, port, user, hostKey, privateKey }, endAfter(timeoutMs), work);
}

/**
 * The bank's SFTP server. Servers remove files after reading, so an absent file is confirmed unsent only if no attempt
 * reached the server or the temporary file still exists. The outbox stores the record.
 */
export const sftpDelivery = (settings: SftpSettings, timeoutMs: number): Delivery => {
  const pathOf = (name: string) => `${settings.outgoing}/${name}`;
  const temporaryOf = (name: string) => `${settings.outgoing}/${name}.part`;
  const there = async (session: SftpSession, name: string) => {
    const bytes = await session.read(name);
    return bytes && sha256(bytes);
  };
  return {
    put: async ({ name, text, attempt }) => {
      const fileHash = sha256(text);
      await putFileOnce('outbox', name, text, 'text/plain');
      return onBankServer(settings, timeoutMs, async (session) => {
        if ((await putFileOnce('files', claimOf(name, attempt), '', 'text/plain')) === 'there already')
          throw new Error('this attempt was begun before');
        if (await session.read(temporaryOf(name))) await session.remove(temporaryOf(name));
        await session.create(temporaryOf(name), text);
        if ((await there(session, temporaryOf(name))) !== fileHash)
          throw new Error('the SFTP server kept other bytes than it was given');
        await session.rename(temporaryOf(name), pathOf(name));
        // It was stored under its name; the bank may have fetched it since.
        return (await there(session, pathOf(name))) ?? fileHash;
      });
    },
    look: (name) => onBankServer(settings, timeoutMs, (session) => there(session, pathOf(name))),
    isNeverSent: async ({ name, attempt, isOver }) => {
      if (!(await hasFile('files', claimOf(name, attempt)))) return true;
      if (!isOver) return false;
      return onBankServer(
        settings,
        timeoutMs,
        async (session) => (await session.read(temporaryOf(name))) !== undefined,
      );
    },
  };
};

const timeoutMs = 60_000;

/** The outbox bucket, which the bank's transfer reads. Objects are written once and never deleted. */
const outbox: Delivery = {
  put: async ({ name, text }) => {
    // Ends the upload and its retries, because a late upload could be a second file.
    const signal = endAfter(timeoutMs);
    await putFileOnce('outbox', name, text, 'text/plain', signal);
    return outbox.look(name);
  },
  look: async (name) => {
    const bytes = await getFile('outbox', name);
    return bytes && sha256(bytes);
  },
  isNeverSent: () => Promise.resolve(true),
};

export const bankDelivery = (): Delivery =>
  environmentBankSettings?.sftp ? sftpDelivery(environmentBankSettings.sftp, timeoutMs) : outbox;

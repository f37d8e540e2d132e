import { sha256 } from '../../platform/digest.ts';
import { getFile, putFileOnce } from '../../platform/files.ts';
import { endAfter } from '../../platform/time-and-chance.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { sftpDelivery } from './sftp-delivery.ts';

interface HandedOver {
  name: string;
  text: string;
  attempt: number;
}

/**
 * Transport to the bank. `put` uploads a file under its unique name without replacing one and returns the hash of the
 * stored file; when it throws, delivery is unknown. `look` returns the hash of the stored file. `isNeverSent`: an
 * absent file was never transmitted, so it can be sent again or canceled; `isOver`: the last attempt can no longer
 * arrive.
 */
export interface Delivery {
  put: (file: HandedOver) => Promise<string | undefined>;
  look: (name: string) => Promise<string | undefined>;
  isNeverSent: (last: { name: string; attempt: number; isOver: boolean }) => Promise<boolean>;
}

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

/** Returns the environment's transport: the bank's SFTP server when configured, otherwise the outbox. */
export const bankDelivery = (): Delivery =>
  environmentBankSettings?.sftp ? sftpDelivery(environmentBankSettings.sftp, timeoutMs) : outbox;

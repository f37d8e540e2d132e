import { sha256 } from '../../platform/digest.ts';
import { getFile, putFileOnce } from '../../platform/files.ts';
import { endAfter } from '../../platform/time-and-chance.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { sftpDelivery } from './sftp-delivery.ts';

/** A file that is handed over, and which attempt this is. */
interface HandedOver {
  name: string;
  text: string;
  attempt: number;
}

/**
 * The way to the bank. `put` hands a file over under a name that no other file has, never replaces one, and gives the
 * hash of what it then saw there; when it throws, nobody knows whether the file arrived. `look` gives the hash of what
 * is stored under a name, so that it can be known. `isNeverSent`: a file that is not there was never handed over, so it
 * may be sent again, or canceled; `isOver` says that nothing of the last attempt can still arrive.
 */
export interface Delivery {
  put: (file: HandedOver) => Promise<string | undefined>;
  look: (name: string) => Promise<string | undefined>;
  isNeverSent: (last: { name: string; attempt: number; isOver: boolean }) => Promise<boolean>;
}

const timeoutMs = 60_000;

/** The outbox: a bucket that the bank's transfer reads, whose objects are written once and never taken away. */
const outbox: Delivery = {
  put: async ({ name, text }) => {
    // ends the upload and its retries: one that arrived later than anybody expects would be a second file
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

/** How this environment's files get to the bank: to its SFTP server where the profile names one, else by the outbox. */
export const bankDelivery = (): Delivery =>
  environmentBankSettings?.sftp ? sftpDelivery(environmentBankSettings.sftp, timeoutMs) : outbox;

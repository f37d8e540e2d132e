import { getFile, putFileOnce } from '../../platform/files.ts';
import { sha256 } from '../preview/plan-files.ts';

/**
 * The way to the bank. `put` hands a file over under a name that no other file has, and never replaces one; when it
 * throws, nobody knows whether the file arrived. `look` gives the hash of what is stored under a name, so that it can be
 * known.
 */
export interface Delivery {
  put: (name: string, text: string) => Promise<void>;
  look: (name: string) => Promise<string | undefined>;
}

const timeoutMs = 60_000;

/** The outbox: a bucket that the bank's transfer reads, whose objects are written once and never taken away. */
export const outbox: Delivery = {
  put: async (name, text) => {
    // ends the upload and its retries: one that arrived later than anybody expects would be a second file
    const signal = AbortSignal.timeout(timeoutMs);
    await putFileOnce('outbox', name, text, 'text/plain', signal);
  },
  look: async (name) => {
    const bytes = await getFile('outbox', name);
    return bytes && sha256(bytes);
  },
};

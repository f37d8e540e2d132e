import { Refusal } from '../../../shared/refusal.ts';
import { filesOf, getFile, putFile, removeFile } from '../../platform/files.ts';
import { errorFields, log } from '../../platform/log.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { writeAll } from '../store.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { onBankServer } from '../sending/delivery.ts';
import { arrivalProcessed, newArrivals, type Arrival } from './arrival-store.ts';
import { receiveBankFile } from './receive.ts';

const who = { userId: 'the bank', uploader: undefined };
const folder = 'bank/incoming/';
const refusedFolder = 'bank/refused/';
const timeoutMs = 120_000;

/** Imports the files of the bucket folder and deletes them there, so full account numbers are stored only encrypted. */
export async function takeFromBucket(now: Date): Promise<void> {
  const arrivals: Arrival[] = [];
  for await (const { name, content } of filesOf('files', folder))
    if (name !== folder) arrivals.push({ name, content });
  if (arrivals.length === 0) return;
  const waiting = new Set(await newArrivals(arrivals));
  for (const arrival of arrivals) {
    // An imported file remains here only if a worker crashed before deleting it.
    const bytes = waiting.has(arrival) ? await getFile('files', arrival.name) : undefined;
    if (bytes)
      await take(arrival, bytes, now, async () => {
        await putFile('files', `${refusedFolder}${fileNameOf(arrival)}`, bytes, 'application/octet-stream');
      });
    await removeFile('files', arrival.name, arrival.content);
  }
}

export async function takeFromServer(now: Date): Promise<void> {
  const sftp = environmentBankSettings?.sftp;
  const incoming = sftp?.incoming;
  if (!sftp || !incoming) return;
  await onBankServer(sftp, timeoutMs, async (session) => {
    const arrivals = (await session.list(incoming))
      // a file that the bank is still writing
      .filter(({ name }) => !/^\.|\.(part|tmp|filepart)$/i.test(name))
      .map(({ name, size, changedAt }) => ({ name: `${incoming}/${name}`, content: `${size} ${changedAt}` }));
    for (const arrival of await newArrivals(arrivals)) {
      const bytes = await session.read(arrival.name);
      if (bytes) await take(arrival, bytes, now);
    }
  });
}

async function take(
  arrival: Arrival,
  bytes: Uint8Array,
  now: Date,
  keepRefused: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await receiveBankFile({ name: fileNameOf(arrival), bytes }, { ...who, now, newId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Stored before it is marked as imported, so a crash in between repeats this and loses nothing.
    await keepRefused();
    log('error', 'a file from the bank was refused', { file: arrival.name, ...errorFields(error) });
  }
  await writeAll([arrivalProcessed(arrival, now)]);
}

const fileNameOf = ({ name }: Arrival): string => name.split('/').at(-1) ?? '';

import { Refusal } from '../../../shared/refusal.ts';
import { filesOf, getFile, putFile, removeFile } from '../../platform/files.ts';
import { errorFacts, log } from '../../platform/log.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { writeAll } from '../store.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { onBankServer } from '../sending/sftp-delivery.ts';
import { arrivalTaken, notTaken, type Arrival } from './arrival-store.ts';
import { receiveBankFile } from './receive.ts';

const who = { userId: 'the bank' };
const folder = 'bank/incoming/';
const refusedFolder = 'bank/refused/';
const timeoutMs = 120_000;

/**
 * Takes the files that the bank's transfer put into `bank/incoming/` of the files bucket, and removes them there: what was
 * taken costs nothing later, and full account numbers stay nowhere but sealed. One that is refused is kept aside.
 */
export async function takeFromBucket(now: Date): Promise<void> {
  const found: Arrival[] = [];
  for await (const { name, content } of filesOf('files', folder))
    if (name !== folder) found.push({ name, content });
  if (found.length === 0) return;
  const waiting = new Set(await notTaken(found));
  for (const arrival of found) {
    // one that was taken is here only where a worker died before it removed it
    const bytes = waiting.has(arrival) ? await getFile('files', arrival.name) : undefined;
    if (bytes)
      await take(arrival, bytes, now, async () => {
        await putFile('files', `${refusedFolder}${fileNameOf(arrival)}`, bytes, 'application/octet-stream');
      });
    await removeFile('files', arrival.name, arrival.content);
  }
}

/** Takes the files of the folder for us on the bank's SFTP server; they stay there, the bank takes them away. */
export async function takeFromServer(now: Date): Promise<void> {
  const sftp = environmentBankSettings?.sftp;
  const incoming = sftp?.incoming;
  if (!sftp || !incoming) return;
  await onBankServer(sftp, timeoutMs, async (session) => {
    const found = (await session.list(incoming))
      // a file that the bank is still writing
      .filter(({ name }) => !/^\.|\.(part|tmp|filepart)$/i.test(name))
      .map(({ name, size, changedAt }) => ({ name: `${incoming}/${name}`, content: `${size} ${changedAt}` }));
    for (const arrival of await notTaken(found)) {
      const bytes = await session.read(arrival.name);
      if (bytes) await take(arrival, bytes, now);
    }
  });
}

/** One that is refused is told once, and does not keep the others from being taken. */
async function take(
  arrival: Arrival,
  bytes: Uint8Array,
  now: Date,
  keepRefused: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await receiveBankFile({ name: fileNameOf(arrival), bytes }, { ...who, now, newId });
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    // before it counts as taken: a worker that dies in between repeats this and loses nothing
    await keepRefused();
    log('error', 'a file from the bank was refused', { file: arrival.name, ...errorFacts(problem) });
  }
  await writeAll([arrivalTaken(arrival, now)]);
}

const fileNameOf = ({ name }: Arrival): string => name.split('/').at(-1) ?? '';

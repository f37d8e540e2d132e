import { now } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { measure } from '../platform/metrics.ts';
import { reconcileBankFiles, unknownSince } from './sending/reconcile.ts';

/** How long a delivery may be Unknown before somebody is woken. */
const unknownFor = 15 * 60_000;

/** Looks after bank files that are on their way: nothing else moves an Unknown delivery on. */
export async function handler(): Promise<void> {
  const begun = await reconcileBankFiles(now());
  measure({ FilesUnknown: await unknownSince(new Date(now().getTime() - unknownFor)) });
  if (begun.length > 0) log('warn', 'bank files taken up again', { jobs: begun });
}

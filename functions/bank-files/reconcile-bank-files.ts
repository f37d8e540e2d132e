import { now } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { reconcileBankFiles } from './sending/reconcile.ts';

/** Looks after bank files that are on their way: nothing else moves an Unknown delivery on. */
export async function handler(): Promise<void> {
  const begun = await reconcileBankFiles(now());
  if (begun.length > 0) log('warn', 'bank files taken up again', { jobs: begun });
}

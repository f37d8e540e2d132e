import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { measure } from '../../platform/metrics.ts';
import { reconcileBankFiles, unknownSince } from '../sending/reconcile.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const unknownFor = 15 * 60_000;

/** Resumes unfinished bank files; the only process that advances an Unknown delivery. */
export const handler = withSettings(async (): Promise<void> => {
  const begun = await reconcileBankFiles(now());
  measure({ FilesUnknown: await unknownSince(new Date(now().getTime() - unknownFor)) });
  if (begun.length > 0) log('warn', 'bank files taken up again', { jobs: begun });
});

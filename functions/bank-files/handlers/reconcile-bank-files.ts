import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { reconcileBankFiles } from '../sending/reconcile.ts';
import { measureMoney } from '../sending/measure-money.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Resumes unfinished bank files; the only process that advances an Unknown delivery. */
export const handler = withSettings(async (): Promise<void> => {
  const begun = await reconcileBankFiles(now());
  await measureMoney(now());
  if (begun.length > 0) log('warn', 'bank files taken up again', { jobs: begun });
});

import { log } from '../../platform/log.ts';
import { measure } from '../../platform/metrics.ts';
import { senderState } from '../../platform/sender-state.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/**
 * Checks on a schedule whether SES accepts the portal's emails, so that an alarm reports an unverified, paused, or
 * sandboxed sender (infra/alarm-table.ts). Treats the sender as ready if SES does not respond.
 */
export const handler = withSettings(async (): Promise<boolean> => {
  const state = await senderState();
  const isReady = state.isSenderVerified !== false && state.mayEmailAnyone !== false;
  if (!isReady) log('error', 'the sender is not ready', { ...state });
  measure({ SenderNotReady: isReady ? 0 : 1 });
  return isReady;
});

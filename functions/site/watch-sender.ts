import { log } from '../platform/log.ts';
import { measure } from '../platform/metrics.ts';
import { senderState } from '../platform/sender-state.ts';

/**
 * Looks whether SES takes what the portal sends, also while nothing is sent, so that an alarm tells of a sender that is
 * not verified, paused or in the sandbox (infra/alarm-table.ts). What SES did not answer counts as ready.
 */
export async function handler(): Promise<boolean> {
  const state = await senderState();
  const isReady = state.isSenderVerified !== false && state.mayEmailAnyone !== false;
  if (!isReady) log('error', 'the sender is not ready', { ...state });
  measure({ SenderNotReady: isReady ? 0 : 1 });
  return isReady;
}

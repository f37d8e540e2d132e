import type { InboxEntry } from '../../../shared/bank-files/inbox/inbox-file.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { canceled } from '../../../shared/payments/payment-status.ts';
import { sentEntryChange } from '../sent-entry-store.ts';
import type { CarriedOut, ReturnedPayment } from './carry-out.ts';

/** Applies a returned reversal: the money stayed with the payee, so an administrator must decide. */
export function carryOutReversal(entry: InboxEntry, { sent, refund }: ReturnedPayment): CarriedOut {
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const { inboxFileId, position, code } = entry;
  const unpaid =
    refund?.status === canceled ? ' The refund of these dues was canceled with the reversal.' : '';
  return {
    entry: {
      ...entry,
      status: 'case',
      reason: `${returnCode(code).meaning}. The reversal came back, so the payment was not taken back. Agree with the payee on what to do.${unpaid}`,
    },
    changes: sentEntryChange(sent, { ...sent, returnedBy: { inboxFileId, position, code } }),
  };
}

import { runFilterOf, type RunRequest } from '../../../shared/bank-files/bank-run.ts';
import type { PaymentKind } from '../../../shared/payments/payment.ts';
import type { Caller } from '../../users/caller.ts';
import { availability, checkRun } from '../preview/check.ts';
import { downloadRun } from '../preview/download.ts';
import { sendRun } from './send.ts';

interface Sender {
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

const senderOf = ({ caller, now, newId }: Sender) => ({ userId: caller.userId, now, newId });

export const checkPaymentKind = (
  kind: PaymentKind,
  request: RunRequest & { onlyAvailability?: boolean | undefined; jobId?: string | undefined },
  sender: Sender,
) =>
  request.onlyAvailability
    ? availability(runFilterOf(kind, request), senderOf(sender))
    : checkRun(runFilterOf(kind, request), senderOf(sender), request.jobId);

export const sendPaymentKind = (
  kind: PaymentKind,
  request: RunRequest & { pin: string; runHash: string; note?: string | undefined },
  sender: Sender,
) => sendRun(runFilterOf(kind, request), request, senderOf(sender));

export const downloadPaymentKind = (kind: PaymentKind, request: RunRequest, sender: Sender) =>
  downloadRun(runFilterOf(kind, request), senderOf(sender));

import { type BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import {
  bankFlowOf,
  selectPayments,
  type ExcludedPayment,
  type RunFilter,
} from '../../../shared/bank-files/bank-run.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { effectiveDateOf, sendingRefusal } from '../../../shared/payments/payment-calendar.ts';
import { pending } from '../../../shared/payments/payment-status.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import type { SealedPayment } from './build.ts';
import { accountsNow, membersNow } from '../entry-store.ts';
import { paymentsOf } from '../run-payment-store.ts';
import { sha256 } from './plan-files.ts';
import { bankFilesIn, loadBankNumbers, type BankNumbers } from '../store.ts';

/** What would be sent at this moment, with every account still sealed. */
export interface CurrentRun {
  settings: BankSettings;
  filter: RunFilter;
  bankFlow: BankFlow;
  today: string;
  effectiveDate: string;
  numbers: BankNumbers;
  numbersVersion: number;
  lines: SealedPayment[];
  leftOut: ExcludedPayment[];
  /** Equal digests make equal files. */
  inputDigest: string;
}

/** Why nothing can be sent at this moment, with what there is of a run. */
export interface UnavailableRun {
  unavailable: string;
  leftOut: ExcludedPayment[];
}

/** Traces are seven digits behind the bank's eight; a new round begins before they run out. */
const lastTrace = 9_999_999;
const mostFilesOfRun = 36;
/** A file has a batch of first attempts and one of retries; each may have its offset. */
const mostOffsetsOfFile = 2;

/** Looks up what a filter would send. Changes nothing and opens nothing. */
export async function currentRun(filter: RunFilter, now: Date): Promise<CurrentRun | UnavailableRun> {
  const bankFlow = bankFlowOf(filter);
  const settings = environmentBankSettings;
  if (!settings)
    return none('Files cannot be sent: the bank settings of this environment are missing or wrong.');
  const today = dateInChicago(now);
  const refused = sendingRefusal(bankFlow, filter.periodId, settings, now);
  if (refused && !refused.isLocked) return none(refused.sentence);
  const underWay = await bankFilesIn(['reserving', 'reserved', 'canceling']);
  if (underWay.some((file) => file.bankFlow === bankFlow))
    return none('Another file of these payments is being made at this moment. Try again when it is done.');
  const payments = await paymentsOf(filter, settings.mostPayments);
  if (payments.length > settings.mostPayments)
    return none(
      `There are more than ${settings.mostPayments.toLocaleString('en-US')} payments of this choice, which is as many as one run takes. Choose one partner at a time.`,
    );
  const accounts = await accountsNow(
    payments.map(({ payeeToken }) => payeeToken),
    now,
  );
  const members = await membersNow(payments);
  const wasCollected = payments.some(
    ({ bankFileId, status, attempts }) => (bankFileId !== null && status !== pending) || attempts.length > 0,
  );
  const lock = refused ? { today, wasCollected } : null;
  const { lines, leftOut } = selectPayments(payments, {
    accounts,
    members,
    lock,
    today,
    mostOfEntry: settings.limits.entry,
    waitsForPrenotes: settings.prenotes[bankFlow],
  });
  if (lines.length === 0) return none(refused?.sentence ?? nothingToSend(leftOut), leftOut);
  const effectiveDate = effectiveDateOf(bankFlow, filter.periodId, settings, now);
  const numbers = await loadBankNumbers(settings.origin);
  const made = { settings, filter, bankFlow, today, effectiveDate, numbersVersion: numbers.version };
  const inputDigest = sha256(
    JSON.stringify([
      made,
      lines.map(({ payment, account }) => [
        payment.id,
        payment.version,
        payment.amountToBeSent,
        account.payeeToken,
        account.version,
        account.fingerprint,
      ]),
    ]),
  );
  return { ...made, numbers, lines, leftOut, inputDigest };
}

const nothingToSend = (leftOut: readonly ExcludedPayment[]): string =>
  leftOut.length > 0
    ? 'Nothing to send: every pending payment is excluded. The reasons are listed.'
    : 'Nothing to send: none of these payments is Pending.';

const none = (unavailable: string, leftOut: ExcludedPayment[] = []): UnavailableRun => ({
  unavailable,
  leftOut,
});

/** The numbers that the first file of a run gets: its place in the day and its first trace. */
export function firstNumbers({ numbers, today, lines }: CurrentRun): { place: number; firstTrace: number } {
  const enough = numbers.nextTrace + lines.length + mostOffsetsOfFile * mostFilesOfRun <= lastTrace;
  return { place: numbers.date === today ? numbers.files : 0, firstTrace: enough ? numbers.nextTrace : 1 };
}

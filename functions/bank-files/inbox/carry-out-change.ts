import {
  accountChange,
  changeDeadline,
  changeMeaning,
} from '../../../shared/bank-files/nacha/change-codes.ts';
import type { InboxEntry } from '../../../shared/bank-files/inbox/inbox-file.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { bankAccountCorrected } from '../../bank-accounts/corrected-account-store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { CarriedOut, ReturnedPayment } from './carry-out.ts';

/**
 * Applies a notification of change as a new version of the account. Corrections of other data become cases; an account
 * replaced since then stays unchanged.
 */
export async function carryOutChange(
  entry: InboxEntry,
  correctedData: string,
  { sent, account }: ReturnedPayment,
  { who, now }: { who: string; now: Date },
): Promise<CarriedOut> {
  const only = (status: InboxEntry['status'], reason: string): CarriedOut => ({
    entry: { ...entry, status, reason },
    changes: [],
  });
  const what = (changeMeaning(entry.code) ?? 'Details').toLowerCase();
  const change = accountChange(entry.code, correctedData);
  if (!change)
    return {
      entry: {
        ...entry,
        status: 'case',
        reason: `The bank’s correction of this ${what} cannot be applied automatically. Contact the payee or the bank.`,
        deadline: changeDeadline(dateInChicago(now)),
      },
      changes: [],
    };
  if (!account || account.fingerprint !== sent.fingerprint)
    return only('applied', 'The payee has another account since. Nothing was changed.');
  const corrected = await bankAccountCorrected(account, change, now);
  if (!corrected) return only('repeated', 'The account has these details already.');
  const { lastFour, routingLastFour, bankAccountType } = corrected.after;
  return {
    entry: {
      ...entry,
      status: 'applied',
      reason: `New ${what}: the account ends in ${lastFour}. Later payments use it.`,
      notice: 'to send',
    },
    changes: [
      ...corrected.changes,
      auditWrite(
        {
          name: 'bank account corrected',
          subject: `bank account ${account.payeeToken}`,
          who,
          before: {
            lastFour: account.lastFour,
            routingLastFour: account.routingLastFour,
            bankAccountType: account.bankAccountType,
          },
          after: { code: entry.code, lastFour, routingLastFour, bankAccountType },
        },
        now,
      ),
    ],
  };
}

import {
  accountChange,
  changeDeadline,
  changeMeaning,
} from '../../../shared/bank-files/nacha/change-codes.ts';
import type { InboxEntry } from '../../../shared/bank-files/inbox-file.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { bankAccountCorrected } from '../../bank-accounts/corrected-account-store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import type { CarriedOut, ReturnedPayment } from './ended-by-return.ts';

/**
 * Applies a notification of change as a new version of the account, for each of its uses. Corrections of other data become cases; an account
 * replaced since then stays unchanged.
 */
export async function carryOutChange(
  entry: InboxEntry,
  correctedData: string,
  { account, isSameAccount, otherUses }: ReturnedPayment,
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
  const uses = [...(account && isSameAccount ? [account] : []), ...otherUses];
  if (uses.length === 0) return only('applied', 'The payee has another account since. Nothing was changed.');
  const changed = await Promise.all(
    uses.map(async (before) => ({ before, corrected: await bankAccountCorrected(before, change, now) })),
  );
  const corrections = changed.flatMap(({ before, corrected }) =>
    corrected ? [{ before, ...corrected }] : [],
  );
  const [first] = corrections;
  if (!first) return only('repeated', 'The account has these details already.');
  return {
    entry: {
      ...entry,
      status: 'applied',
      reason: `New ${what}: the account ends in ${first.after.lastFour}. Later payments use it.`,
      notice: 'to send',
    },
    changes: corrections.flatMap(({ before, after, changes }) => [
      ...changes,
      auditWrite(
        {
          name: 'bank account corrected',
          subject: `bank account ${before.payeeToken}`,
          who,
          before: detailsOf(before),
          after: { code: entry.code, ...detailsOf(after) },
        },
        now,
      ),
    ]),
  };
}

const detailsOf = ({ lastFour, routingLastFour, bankAccountType }: BankAccountRecord) => ({
  lastFour,
  routingLastFour,
  bankAccountType,
});

import type { InboxEntry } from '../../../shared/bank-files/inbox-file.ts';
import { endsAuthorization } from '../../../shared/bank-files/debit-authorization.ts';
import { periodName, showDate, type CalendarDate, type PeriodId } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { linkEmail, type Email } from '../../platform/email.ts';

interface NotifiedPayment {
  kind: 'member' | 'partner' | 'facility';
  isTried: boolean;
  goesAgain: boolean;
  /** The account does not allow another debit. */
  isStopped?: boolean;
  /** The returned dues of a member; `retryFrom` is the first banking day of the next attempt, null if it is unknown. */
  dues?: { periodId: PeriodId; isFirst: boolean; retryFrom: CalendarDate | null } | undefined;
}

export interface Addressee extends NotifiedPayment {
  name: string;
  email: string;
}

interface PayeeWords {
  subject: string;
  paragraphs: string[];
  link: { title: string; path: string };
}

const authorizeAgain =
  'To pay your dues, authorize withdrawals again or enter another account under Billing.';

type Dues = NotifiedPayment['dues'];

const nextAttemptOf = (dues: Dues): string =>
  dues?.retryFrom
    ? `we will try again on ${showDate(dues.retryFrom)} at the earliest`
    : 'we will try again soon';

const aboutDues = (dues: Dues): string[] =>
  dues
    ? [
        `These are your ${dues.isFirst ? 'first ' : ''}dues for ${periodName(dues.periodId)}.${dues.isFirst ? ' Your access begins when they are collected.' : ''}`,
      ]
    : [];

export function payeeWords(
  entry: InboxEntry,
  { kind, isTried, goesAgain, isStopped, dues }: NotifiedPayment,
): PayeeWords {
  const again = nextAttemptOf(dues);
  const about = aboutDues(dues);
  const account = `the account ending in ${entry.lastFour}`;
  const link =
    kind === 'member'
      ? { title: 'Go to billing', path: '/member/account/billing' }
      : { title: 'Go to Wellport', path: '/' };
  if (entry.about === 'change')
    return {
      subject: 'Your bank corrected your account details',
      paragraphs: [
        `Your bank sent us new details for ${account}, and we use them from now on.`,
        'You do not need to do anything. If you did not expect this, log in and check your account.',
      ],
      link,
    };
  if (isTried)
    return {
      subject: 'Your bank returned a payment',
      paragraphs: [
        `Your bank returned a payment of ${showMoney(entry.amount)} because ${account} did not have enough money. The payment did not go through.`,
        ...about,
        isStopped
          ? authorizeAgain
          : `W${again.slice(1)}. Make sure that the money is there, or enter another account under Billing.`,
      ],
      link,
    };
  if (endsAuthorization(entry.code))
    return {
      subject: 'Withdrawals from your account were stopped',
      paragraphs: [
        `Your bank returned a withdrawal of ${showMoney(entry.amount)} from ${account} because it was not authorized. Nothing more is withdrawn from this account.`,
        ...about,
        kind === 'member' ? authorizeAgain : 'Send us a new authorization or other bank details.',
      ],
      link,
    };
  return {
    subject: 'Update your bank account',
    paragraphs: [
      entry.amount === 0
        ? `Your bank reported that ${account} cannot be used.`
        : `Your bank returned a payment of ${showMoney(entry.amount)} because ${account} cannot be used. The payment did not go through.`,
      ...about,
      kind === 'member'
        ? `Enter new bank details under Billing${goesAgain ? `, and ${again}` : ''}.`
        : 'Send us new bank details, and we will try again soon.',
    ],
    link,
  };
}

export function payeeEmail(entry: InboxEntry, { name, email, ...recipient }: Addressee): Email {
  const { subject, paragraphs, link } = payeeWords(entry, recipient);
  const address = `${process.env.SITE_ADDRESS ?? ''}${link.path}`;
  return linkEmail(email, subject, [`Hello ${name},`, ...paragraphs], { title: link.title, address });
}

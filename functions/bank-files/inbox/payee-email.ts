import type { InboxEntry } from '../../../shared/bank-files/inbox/inbox-file.ts';
import { showMoney } from '../../../shared/money.ts';
import { linkEmail, type Email } from '../../platform/email.ts';

/** Who is told, and at which address. */
export interface Addressee {
  kind: 'member' | 'partner';
  name: string;
  email: string;
  /** The payment goes again over the same account. */
  isTried: boolean;
}

const site = () => process.env.SITE_ADDRESS ?? '';

/** Tells a payee that the bank returned a payment or corrected the account: what happened, and what to do. */
export function payeeEmail(entry: InboxEntry, { kind, name, email, isTried }: Addressee): Email {
  const greeting = `Hello ${name},`;
  const account = `the account ending in ${entry.lastFour}`;
  const link =
    kind === 'member'
      ? { title: 'Go to billing', address: `${site()}/member/account/billing` }
      : { title: 'Go to Wellport', address: `${site()}/` };
  if (entry.about === 'change')
    return linkEmail(
      email,
      'Your bank corrected your account details',
      [
        greeting,
        `Your bank told us that the details of ${account} have changed, and we use the new ones from now on.`,
        'You do not need to do anything. If you did not expect this, log in and check your account.',
      ],
      link,
    );
  if (isTried)
    return linkEmail(
      email,
      'Your bank returned a payment',
      [
        greeting,
        `Your bank returned a payment of ${showMoney(entry.amount)} because ${account} did not have enough money. The payment did not go through.`,
        'We will try again soon. Make sure that the money is there, or enter another account under Billing.',
      ],
      link,
    );
  return linkEmail(
    email,
    'Update your bank account',
    [
      greeting,
      entry.amount === 0
        ? `We asked your bank about ${account}, and it says that the account cannot be used.`
        : `Your bank returned a payment of ${showMoney(entry.amount)} because ${account} cannot be used. The payment did not go through.`,
      kind === 'member'
        ? 'Enter new bank details under Billing, and we will try again soon.'
        : 'Send us new bank details, and we will try again soon.',
    ],
    link,
  );
}

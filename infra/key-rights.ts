import { keys } from '../functions/table/keys.ts';

// Rights by key: IAM sees the partition of an item (`dynamodb:LeadingKeys`) and nothing else of it. Handlers are named
// as in infra/handlers.ts. The roles follow from these tables (infra/handler-function.ts), and every handler test is
// refused what its role would be (test/support/rights/record.ts).

/** What a partition begins with, whatever its id: the part up to the first `#`. */
const kindOf = (pk: string): string => `${pk.split('#')[0] ?? ''}#`;

export const auditKind = kindOf(keys.audit('', '', '').pk);
const accountKind = kindOf(keys.bankAccount('').pk);
const pinKind = kindOf(keys.pin('').pk);

/** Who reads and writes records of a kind; the roles of all others refuse it. */
export const namedHandlers: Readonly<Record<string, readonly string[]>> = {
  [accountKind]: [
    'accounts/banking-info',
    'accounts/billing-info',
    'accounts/save-banking-info',
    'bank-files/check-facility-deposit',
    'bank-files/check-member-payments',
    'bank-files/check-partner-withdrawal',
    'bank-files/download-facility-deposit',
    'bank-files/download-file-entries',
    'bank-files/download-member-file',
    'bank-files/download-partner-withdrawal',
    'bank-files/download-waiting-accounts',
    'bank-files/get',
    'bank-files/get-received',
    'bank-files/get-treasury',
    'bank-files/list-waiting-accounts',
    'bank-files/reconcile-bank-files',
    'bank-files/resolve-file',
    'bank-files/reverse-file',
    'bank-files/send-facility-deposit',
    'bank-files/send-member-payments',
    'bank-files/send-partner-withdrawal',
    'bank-files/send-prenotes',
    'bank-files/settle-entry',
    'enrollment/enroll',
    'enrollment/legal-contract',
    'enrollment/resign',
    'facilities/bank-account-details',
    'facilities/details',
    'facilities/save-banking-info',
    'jobs/on-account-message',
    'jobs/on-data-message',
    'partners/bank-account-details',
    'partners/banking-info',
    'partners/billing-info',
    'partners/release-bank-account',
    'partners/save-banking-info',
    'partners/save-billing-info',
    'partners/withdraw-bank-account',
    'payments/correct-facility-payment',
    'payments/correct-partner-payment',
    'payments/download-facility-payments',
    'payments/download-member-payments',
    'payments/download-partner-payments',
    'payments/download-payments-of-partner',
    'payments/list-facility-payments',
    'payments/list-member-payments',
    'payments/list-partner-payments',
    'payments/list-payments-of-partner',
    'payments/undo-facility-correction',
    'payments/undo-partner-correction',
  ],
  [pinKind]: [
    'bank-files/check-facility-deposit',
    'bank-files/check-member-payments',
    'bank-files/check-partner-withdrawal',
    'bank-files/download-facility-deposit',
    'bank-files/download-member-file',
    'bank-files/download-partner-withdrawal',
    'bank-files/reconcile-bank-files',
    'bank-files/resolve-file',
    'bank-files/reverse-file',
    'bank-files/send-facility-deposit',
    'bank-files/send-member-payments',
    'bank-files/send-partner-withdrawal',
    'bank-files/send-prenotes',
    'settings/checklist',
    'users/set-pin',
  ],
};

/** The kinds that a handler's role refuses, whatever the action. */
export const closedKinds = (handler: string): string[] =>
  Object.keys(namedHandlers).filter((kind) => !namedHandlers[kind]?.includes(handler));

const kinds = {
  user: kindOf(keys.user('').pk),
  unique: kindOf(keys.unique('', '').pk),
  attempts: kindOf(keys.signInTries('').pk),
  challenge: kindOf(keys.signInChallenge('').pk),
  invitation: kindOf(keys.invitation('').pk),
  member: kindOf(keys.member('').pk),
  siteEmail: kindOf(keys.submission('').pk),
  siteEmailCount: kindOf(keys.siteEmailCount('').pk),
  captcha: kindOf(keys.solvedCaptcha('').pk),
};
const siteEmails = [kinds.siteEmail, kinds.siteEmailCount, kinds.captcha];

/** What the functions on which guests send something write, by handler: these kinds, and nothing beside them. */
export const guestKinds: Readonly<Record<string, readonly string[]>> = {
  'site/contact-us': siteEmails,
  'site/nominate-club': siteEmails,
  'users/login': [kinds.attempts, kinds.challenge, auditKind],
  'users/login-code': [kinds.attempts, kinds.challenge, auditKind],
  'users/reset-password': [kinds.attempts, kinds.captcha, auditKind],
  'users/confirm-password': [kinds.user, kinds.attempts, auditKind],
  'users/accept-invitation': [kinds.user, auditKind],
  'managers/confirm-email': [kinds.user, kinds.unique, auditKind],
  'enrollment/accept-invitation': [kinds.user, kinds.unique, kinds.invitation, kinds.member, auditKind],
};

/** Would the role of a handler refuse this? `pk` is the partition of an item, or of an index. */
export function isRefused(handler: string, action: string, pk: string): boolean {
  const kind = kindOf(pk);
  if (closedKinds(handler).includes(kind)) return true;
  if (kind === auditKind && /^(Update|Delete)Item$/.test(action)) return true;
  const own = guestKinds[handler];
  return own !== undefined && /^(Put|Update|Delete)Item$/.test(action) && !own.includes(kind);
}

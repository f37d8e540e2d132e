import { keys } from '../../functions/table/keys.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { handlerOf } from '../build/handlers.ts';

/** Returns the record kind of a partition: the part up to the first `#`. */
const kindOf = (pk: string): string => `${pk.split('#')[0] ?? ''}#`;

export const auditKind = kindOf(keys.audit('', '', '').pk);

const kinds = {
  user: kindOf(keys.user('').pk),
  unique: kindOf(keys.unique('', '').pk),
  attempts: kindOf(keys.signInAttempts('').pk),
  challenge: kindOf(keys.signInChallenge('').pk),
  refreshToken: kindOf(keys.refreshToken('').pk),
  invitation: kindOf(keys.invitation('').pk),
  member: kindOf(keys.member('').pk),
  siteEmail: kindOf(keys.submission('').pk),
  siteEmailCount: kindOf(keys.siteEmailCount('').pk),
  captcha: kindOf(keys.solvedCaptcha('').pk),
  loginCount: kindOf(keys.loginCount('').pk),
  privacyCase: kindOf(keys.privacyCase('', '').pk),
  privacyRequest: kindOf(keys.privacyRequest('').pk),
  search: kindOf(keys.search('', '', '').pk),
  count: kindOf(keys.count('').pk),
};

/** Kinds that a function with guest writes may put and delete. */
interface GuestKinds {
  puts: readonly string[];
  removes?: readonly string[];
  /** Counters of lists. */
  updates?: readonly string[];
}

// a failed submission is deleted so that the visitor can try again
const siteEmails: GuestKinds = {
  puts: [kinds.siteEmail, kinds.siteEmailCount, kinds.captcha],
  removes: [kinds.siteEmail],
};

/** By handler. */
export const guestKinds: Readonly<Record<string, GuestKinds>> = {
  'site/contact-us': siteEmails,
  'site/nominate-club': siteEmails,
  'privacy/file-as-guest': { puts: [kinds.privacyRequest, kinds.siteEmailCount, kinds.captcha] },
  'privacy/confirm-request': {
    puts: [kinds.privacyCase, kinds.unique, kinds.search, auditKind],
    updates: [kinds.count],
  },
  'users/login': {
    puts: [
      kinds.user,
      kinds.attempts,
      kinds.challenge,
      kinds.refreshToken,
      kinds.loginCount,
      kinds.captcha,
      auditKind,
    ],
  },
  'users/login-on-device': {
    puts: [kinds.user, kinds.attempts, kinds.challenge, kinds.refreshToken, auditKind],
  },
  'users/login-code': {
    puts: [kinds.user, kinds.attempts, kinds.refreshToken, auditKind],
    removes: [kinds.challenge],
  },
  'users/login-passkey': {
    puts: [kinds.user, kinds.attempts, kinds.refreshToken, auditKind],
    removes: [kinds.challenge],
  },
  'users/refresh-session': { puts: [kinds.user, kinds.refreshToken, auditKind] },
  'users/reset-password': { puts: [kinds.attempts, kinds.captcha, auditKind] },
  'users/confirm-password': { puts: [kinds.user, kinds.attempts, auditKind] },
  'users/accept-invitation': { puts: [kinds.user, auditKind] },
  'integrations/token': { puts: [] },
  'visits/stop-emails': { puts: [kinds.member, auditKind] },
  'managers/confirm-email': { puts: [kinds.user, kinds.unique, auditKind], removes: [kinds.unique] },
  'enrollment/accept-invitation': {
    puts: [kinds.user, kinds.unique, kinds.invitation, kinds.member, auditKind],
  },
};

// Access by key: IAM conditions see only the partition of an item (`dynamodb:LeadingKeys`). Handlers are named as in
// infra/build/handlers.ts. Roles are derived from these tables (infra/stacks/handler-function.ts), and handler tests run under them
// (test/support/permissions/record.ts).

const accountKind = kindOf(keys.bankAccount('').pk);
const pinKind = kindOf(keys.pin('').pk);

/** Handlers that may read records of a kind by key; all other roles are denied. */
export const namedHandlers: Readonly<Record<string, readonly string[]>> = {
  [accountKind]: [
    'accounts/banking-check',
    'accounts/banking-info',
    'accounts/billing-info',
    'accounts/reimbursement-history',
    'accounts/reimbursements-group',
    'accounts/save-banking-info',
    'accounts/save-deposit-account',
    'accounts/withdraw-authorization',
    'bank-files/check-facility-deposit',
    'bank-files/check-member-payments',
    'bank-files/check-partner-withdrawal',
    'bank-files/download-facility-deposit',
    'bank-files/download-member-file',
    'bank-files/download-partner-withdrawal',
    'bank-files/download-waiting-accounts',
    'bank-files/get-treasury',
    'bank-files/list-waiting-accounts',
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
    'facilities/own-home',
    'facilities/save-banking-info',
    'jobs/on-account-message',
    'jobs/on-data-message',
    'members/overview',
    'members/progress',
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
    'privacy/export-file',
  ],
  [pinKind]: [
    'bank-files/check-facility-deposit',
    'bank-files/check-member-payments',
    'bank-files/check-partner-withdrawal',
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

/** Handlers that may also put records of a kind. None may update them. */
export const namedWriters: Readonly<Record<string, readonly string[]>> = {
  [accountKind]: [
    'accounts/save-banking-info',
    'accounts/save-deposit-account',
    'accounts/withdraw-authorization',
    'bank-files/settle-entry',
    'enrollment/enroll',
    'enrollment/resign',
    'facilities/save-banking-info',
    'jobs/on-account-message',
    'partners/release-bank-account',
    'partners/save-banking-info',
    'partners/save-billing-info',
    'partners/withdraw-bank-account',
  ],
  [pinKind]: [
    'bank-files/resolve-file',
    'bank-files/reverse-file',
    'bank-files/send-facility-deposit',
    'bank-files/send-member-payments',
    'bank-files/send-partner-withdrawal',
    'bank-files/send-prenotes',
    'users/set-pin',
  ],
};

/** Handlers that may query and delete records of a kind: the erasure of a person. */
export const namedErasers: Readonly<Record<string, readonly string[]>> = {
  [accountKind]: ['privacy/erase'],
};

/** Returns the handlers permitted to perform an action on a restricted kind. */
const namedFor = (kind: string, action: string): readonly string[] => {
  if (action === 'PutItem') return namedWriters[kind] ?? [];
  if (action === 'Query' || action === 'DeleteItem') return namedErasers[kind] ?? [];
  // a PIN is read with GetItem only
  const reads = action === 'GetItem' || (action === 'BatchGetItem' && kind !== pinKind);
  return reads ? (namedHandlers[kind] ?? []) : [];
};

/** Returns the kinds on which a handler's role denies an action. */
export function closedKinds(handler: string, action: string): string[] {
  const named = Object.keys(namedHandlers).filter((kind) => !namedFor(kind, action).includes(handler));
  return action === 'UpdateItem' || action === 'DeleteItem' ? [auditKind, ...named] : named;
}

/** Reading functions of API clients; they only count and store the call. */
const clientReads: ReadonlySet<string> = new Set(
  endpoints.filter(({ method, scope }) => method === 'GET' && scope).map(handlerOf),
);
const callKind = kindOf(keys.apiCall('', '').pk);

/** Returns the kinds permitted for an action of a guest or reading client function; undefined if unrestricted. */
export function openKinds(handler: string, action: string): readonly string[] | undefined {
  if (clientReads.has(handler)) return writesOfReads[action];
  const own = guestKinds[handler];
  if (!own) return undefined;
  if (action === 'PutItem') return own.puts;
  if (action === 'DeleteItem') return own.removes ?? [];
  return action === 'UpdateItem' ? (own.updates ?? []) : undefined;
}

const writesOfReads: Readonly<Record<string, readonly string[]>> = {
  PutItem: [callKind],
  UpdateItem: [callKind],
  DeleteItem: [],
};

/** Reports whether a handler's role denies an action; `pk` is the partition of an item. */
export function isRefused(handler: string, action: string, pk: string): boolean {
  const kind = kindOf(pk);
  const open = openKinds(handler, action);
  return closedKinds(handler, action).includes(kind) || (open !== undefined && !open.includes(kind));
}

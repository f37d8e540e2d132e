import {
  closedKinds,
  kindOf,
  openKinds,
  restrictedKinds,
} from '../../../infra/permissions/key-statements.ts';

type Lists = Readonly<Record<string, readonly string[]>>;

/**
 * The handlers that may read, put, and erase records of restricted kinds, as reviewed. The roles follow from the modules
 * of the bundles (infra/permissions/key-statements.ts); a new handler is added here after a review only.
 */
export const reviewedHandlers: Readonly<Record<'reads' | 'puts' | 'erases', Lists>> = {
  reads: {
    'BANK-ACCOUNT#': [
      'accounts/banking-check',
      'accounts/banking-info',
      'accounts/billing-info',
      'accounts/reimbursement-history',
      'accounts/reimbursements-group',
      'accounts/save-banking-info',
      'accounts/save-deposit-account',
      'accounts/withdraw-authorization',
      'approvals/announce',
      'approvals/announce-to-managers',
      'approvals/list',
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
      'facilities/own-bank-account',
      'facilities/own-home',
      'facilities/save-banking-info',
      'facilities/save-own-bank-account',
      'jobs/on-account-message',
      'jobs/on-data-message',
      'members/end',
      'members/ending',
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
      'periods/months',
      'privacy/export-file',
    ],
    'PIN#': [
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
  },
  puts: {
    'BANK-ACCOUNT#': [
      'accounts/save-banking-info',
      'accounts/save-deposit-account',
      'accounts/withdraw-authorization',
      'bank-files/settle-entry',
      'enrollment/enroll',
      'enrollment/resign',
      'facilities/save-banking-info',
      'facilities/save-own-bank-account',
      'jobs/on-account-message',
      'partners/release-bank-account',
      'partners/save-banking-info',
      'partners/save-billing-info',
      'partners/withdraw-bank-account',
    ],
    'PIN#': [
      'bank-files/resolve-file',
      'bank-files/reverse-file',
      'bank-files/send-facility-deposit',
      'bank-files/send-member-payments',
      'bank-files/send-partner-withdrawal',
      'bank-files/send-prenotes',
      'users/set-pin',
    ],
  },
  erases: {
    'BANK-ACCOUNT#': ['privacy/erase'],
  },
};

/** Returns the modules that give a reviewed handler its rights. */
const modulesOf = (handler: string): Set<string> =>
  new Set(
    Object.entries(restrictedKinds).flatMap(([kind, modules]) =>
      (['reads', 'puts', 'erases'] as const).flatMap((use) =>
        reviewedHandlers[use][kind]?.includes(handler) ? modules[use] : [],
      ),
    ),
  );

/** Reports whether a handler's role denies an action; `pk` is the partition of an item. */
export function isRefused(handler: string, action: string, pk: string): boolean {
  const kind = kindOf(pk);
  const open = openKinds(handler, action);
  return (
    closedKinds(modulesOf(handler), action).includes(kind) || (open !== undefined && !open.includes(kind))
  );
}

import type { BankFlow } from '../../shared/bank-files/bank-settings.ts';

/** What the payments of a file are, in words. */
export const flowNames: Record<BankFlow, string> = {
  partnerWithdrawal: 'Partner withdrawals',
  facilityDeposit: 'Club deposits',
  memberDues: 'Member dues',
  memberReimbursement: 'Member reimbursements',
};

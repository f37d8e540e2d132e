import type { ModelTerms } from './model.ts';

/** Terms of a simulated program; amounts in dollars. */
export interface Terms {
  type: 1 | 2 | 3;
  /** Paid to the club per member and month. */
  share: number;
  dues: number;
  reimbursement: number;
  visits: number;
  /** Billed from the bank account (2) or by ACH payment to HC (1). */
  billing: 1 | 2;
  /** Reimburses by bank account (4) or by the employee's paycheck (8). */
  reimbursementType: 4 | 8;
}

export const programs: readonly Terms[] = [
  { type: 1, share: 20, dues: 0, reimbursement: 0, visits: 0, billing: 2, reimbursementType: 4 },
  { type: 1, share: 22, dues: 0, reimbursement: 0, visits: 0, billing: 1, reimbursementType: 4 },
  { type: 2, share: 21, dues: 30, reimbursement: 20, visits: 8, billing: 2, reimbursementType: 4 },
  { type: 3, share: 23, dues: 25, reimbursement: 15, visits: 10, billing: 2, reimbursementType: 8 },
  { type: 3, share: 24, dues: 40, reimbursement: 40, visits: 12, billing: 2, reimbursementType: 4 },
];

/** Changes of a partner's terms: the first month that each applies to. */
export interface TermsVersions {
  terms: Terms;
  changes: { duesFrom: string; reimbursementFrom: string; dues: number; visits: number }[];
}

/** Returns the terms of a month (YYYYMM) in cents. */
export function termsIn({ terms, changes }: TermsVersions, month: string): ModelTerms {
  const dues = changes.findLast(({ duesFrom }) => duesFrom <= month)?.dues ?? terms.dues;
  const visits =
    changes.findLast(({ reimbursementFrom }) => reimbursementFrom <= month)?.visits ?? terms.visits;
  return { dues: dues * 100, reimbursement: terms.reimbursement * 100, visitsRequired: visits };
}

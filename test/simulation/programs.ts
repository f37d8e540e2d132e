/** Terms of a simulated program; amounts in dollars. */
export interface Terms {
  type: 1 | 2 | 3;
  /** Paid to the club per member and month. */
  share: number;
  installment: number;
  dues: number;
  reimbursement: number;
  visits: number;
  /** Billed from the bank account (2) or by ACH payment to HC (1). */
  billing: 1 | 2;
}

export const programs: readonly Terms[] = [
  { type: 1, share: 20, installment: 4000, dues: 0, reimbursement: 0, visits: 0, billing: 2 },
  { type: 1, share: 22, installment: 3000, dues: 0, reimbursement: 0, visits: 0, billing: 1 },
  { type: 2, share: 21, installment: 0, dues: 30, reimbursement: 20, visits: 8, billing: 2 },
  { type: 3, share: 23, installment: 2000, dues: 25, reimbursement: 15, visits: 10, billing: 2 },
  { type: 3, share: 24, installment: 1000, dues: 40, reimbursement: 40, visits: 12, billing: 2 },
];

import { key } from './key.ts';

export const paymentKeys = {
  payment: (id: string) => key(`PAYMENT#${id}`, 'PAYMENT'),
  // ledger entries of a partner's payments of one month and type, payment by payment
  ledgerEntry: (group: { partnerId: string; periodId: string; paymentTypeId: number }, position: string) =>
    key(`LEDGER#${group.partnerId}#${group.periodId}#${group.paymentTypeId}`, position),
  ledgerSeal: (periodId: string) => key('LEDGER-SEALS', `SEAL#${periodId}`),
  ledgerProof: (periodId: string, position: string) => key(`LEDGER-PROOF#${periodId}`, position),
  correctedPayment: (id: string) => key(`PAYMENT#${id}`, 'CORRECTED'),
  paymentReason: (id: string, part: string) => key(`PAYMENT#${id}`, `REASON#${part}`),
  payrollSettings: (partnerId: string) => key(`PARTNER#${partnerId}`, 'PAYROLL-SETTINGS'),
  payrollYear: (partnerId: string, year: string) => key(`PARTNER#${partnerId}`, `PAYROLL#${year}`),
  /** The running or last generation of a list of payments. */
  generation: (list: string) => key(`GENERATION#${list}`, 'GENERATION'),
  /** State of a generation between its steps. */
  generationPart: (jobId: string, partnerId: string, part: string) =>
    key(`GENERATION#${jobId}`, `PART#${partnerId}#${part}`),
} as const;

import { key } from './key.ts';

/** Payments, the ledger and payroll. */
export const paymentKeys = {
  payment: (id: string) => key(`PAYMENT#${id}`, 'PAYMENT'),
  // the ledger: all about a partner's payments of one month and type lies together, payment after payment
  ledgerEntry: (group: { partnerId: string; periodId: string; paymentTypeId: number }, place: string) =>
    key(`LEDGER#${group.partnerId}#${group.periodId}#${group.paymentTypeId}`, place),
  ledgerSeal: (periodId: string) => key('LEDGER-SEALS', `SEAL#${periodId}`),
  ledgerProof: (periodId: string, place: string) => key(`LEDGER-PROOF#${periodId}`, place),
  correctedPayment: (id: string) => key(`PAYMENT#${id}`, 'CORRECTED'),
  paymentReason: (id: string, part: string) => key(`PAYMENT#${id}`, `REASON#${part}`),
  payrollSettings: (partnerId: string) => key(`PARTNER#${partnerId}`, 'PAYROLL-SETTINGS'),
  payrollYear: (partnerId: string, year: string) => key(`PARTNER#${partnerId}`, `PAYROLL#${year}`),
  /** Which generation of a list of payments runs or ran last. */
  generation: (list: string) => key(`GENERATION#${list}`, 'GENERATION'),
  /** What a generation has to remember between its steps. */
  generationPart: (jobId: string, partnerId: string, part: string) =>
    key(`GENERATION#${jobId}`, `PART#${partnerId}#${part}`),
} as const;

import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';

/** What each step is called, and the fields it asks for. */
export const stepFacts: Record<ContractStep, { title: string; fields: readonly string[] }> = {
  keyFob: { title: 'Key Fob', fields: ['keyFobNumber'] },
  withdrawal: { title: 'Withdrawal Details', fields: accountFields('withdrawalFromBankAccount') },
  deposit: { title: 'Deposit Details', fields: accountFields('depositToBankAccount') },
  payment: { title: 'Payment Details', fields: [] },
  agreement: {
    title: 'Agreement',
    fields: ['firstName', 'lastName', 'contactNumber', 'email', 'isMemberAgreed'],
  },
};

export function accountFields(account: string): string[] {
  return ['nameOnAccount', 'routingNumber', 'accountNumber', 'bankAccountType'].map(
    (name) => `${account}.${name}`,
  );
}

import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';

/** What each step is called, and the fields it asks for. */
export const stepFacts: Record<ContractStep, { title: string; fields: readonly string[] }> = {
  keyFob: { title: 'Key Fob', fields: ['keyFobNumber'] },
  withdrawal: { title: 'Withdrawal Details', fields: askedOfAccount('withdrawalFromBankAccount') },
  deposit: { title: 'Deposit Details', fields: askedOfAccount('depositToBankAccount') },
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

/** The fields of an account with what is asked about its money, which no other account takes over. */
function askedOfAccount(account: string): string[] {
  return [...accountFields(account), `${account}.isMoneyFromAbroad`];
}

import type { ResponseOf } from '../../shared/endpoint.ts';
import type { enrollment } from '../../shared/contracts/enrollment.ts';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import type { facilities } from '../../shared/contracts/facilities.ts';

export type Contract = ResponseOf<typeof enrollment.legalContract>;
export type Facility = Pick<ResponseOf<typeof facilities.get>, 'id' | 'displayName'>;

export const accountFields = (account: string): string[] =>
  ['nameOnAccount', 'routingNumber', 'accountNumber', 'bankAccountType'].map((name) => `${account}.${name}`);

function requiredAccountFields(account: string): string[] {
  return [...accountFields(account), `${account}.isMoneyFromAbroad`];
}

export const stepDetails: Record<ContractStep, { title: string; fields: readonly string[] }> = {
  keyFob: { title: 'Key Fob', fields: ['keyFobNumber'] },
  withdrawal: { title: 'Withdrawal Details', fields: requiredAccountFields('withdrawalFromBankAccount') },
  deposit: { title: 'Deposit Details', fields: requiredAccountFields('depositToBankAccount') },
  payment: { title: 'Payment Details', fields: [] },
  agreement: {
    title: 'Agreement',
    fields: [
      'firstName',
      'lastName',
      'latinName',
      'contactNumber',
      'email',
      'healthDataCollection',
      'healthDataSharing',
      'isMemberAgreed',
    ],
  },
};

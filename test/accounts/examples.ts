import { accounts } from '../../shared/contracts/accounts.ts';
import { examplesOf } from '../support/examples.ts';
import type { World } from '../support/world.ts';

const both = ({ own, other }: World) => [own.member.id, other.member.id];
const plan = { enrollmentEntity: 'plan', planOrProgramID: 0 };
export const typedAccount = {
  nameOnAccount: 'Ann Lund',
  routingNumber: '091000019',
  accountNumber: '4455667788',
  bankAccountType: 0,
  operationTypeID: 3,
};

export const examples = examplesOf(accounts, {
  statement: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id, year: 2026, format: 'pdf' } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id, year: 2026, format: 'pdf' } }),
  },
  bankingInfo: {
    own: ({ own }) => ({ query: { membersGuids: [own.member.id] } }),
    other: (world) => ({ query: { membersGuids: both(world) } }),
  },
  saveBankingInfo: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, bankAccount: typedAccount } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, bankAccount: typedAccount } }),
  },
  saveDepositAccount: {
    own: ({ own }) => ({
      params: { memberId: own.member.id },
      body: {
        bankAccount: { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 },
        version: 0,
      },
    }),
  },
  withdrawAuthorization: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id } }),
  },
  stopWithdrawal: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, periodID: '202612' } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, periodID: '202612' } }),
  },
  billingInfo: {
    own: ({ own }) => ({ query: { membersGuids: [own.member.id] } }),
    other: (world) => ({ query: { membersGuids: both(world) } }),
  },
  bankingCheck: {
    own: ({ own }) => ({ query: { membersGuids: [own.member.id] } }),
    other: (world) => ({ query: { membersGuids: both(world) } }),
  },
  reimbursementCheck: {
    own: ({ own }) => ({ query: { membersGuids: [own.member.id] } }),
    other: (world) => ({ query: { membersGuids: both(world) } }),
  },
  insuranceInfo: {
    own: ({ own }) => ({ query: { memberGuids: [own.member.id] } }),
    other: (world) => ({ query: { memberGuids: both(world) } }),
  },
  reimbursement: {
    own: ({ own }) => ({ query: { memberGuids: [own.member.id] } }),
    other: (world) => ({ query: { memberGuids: both(world) } }),
  },
  reimbursementHistory: {
    own: ({ own }) => ({ query: { memberGuids: [own.member.id] } }),
    other: (world) => ({ query: { memberGuids: both(world) } }),
  },
  reimbursementsGroup: {
    own: ({ own }) => ({ params: plan, query: { memberGuids: [own.member.id] } }),
    other: (world) => ({ params: plan, query: { memberGuids: both(world) } }),
  },
});

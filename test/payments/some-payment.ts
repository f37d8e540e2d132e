import { payment, type Payment, type PaymentKind, type PaymentOf } from '../../shared/payments/payment.ts';

const every = {
  id: 'P-1-4-1-202610',
  programTypeId: 1,
  programPaymentTypeId: 1,
  paymentTypeId: 4,
  partnerId: '1',
  partnerNumber: 'PRT-1',
  partnerName: 'Partner 1',
  periodId: '202610',
  totalPayment: 100_00,
  amountToBeSent: 100_00,
  payeeToken: null,
  status: 0,
  statusAt: '2026-11-10T12:00:00.000Z',
  bankFileId: null,
  attempts: [],
  generationId: 'run',
  reason: { rule: 'test', steps: [] },
  version: 0,
};

const own = {
  partner: {
    numberOfMembersWhoWillBePaid: 0,
    duesPaidForOneMember: 0,
    monthlyInstallment: 0,
    adminFee: 0,
    startupFee: 0,
    renewalFee: 0,
    facilityAccessFee: 0,
    oneTimeFee: 0,
    oneTimeFeeReason: '',
    partnerBillingTypeId: 2,
  },
  facility: {
    numberOfMembersWhoWillBePaid: 0,
    duesPaidForOneMember: 0,
    facilityId: '5001',
    facilityNumber: '5001',
    facilityName: 'Club 5001',
  },
  member: {
    memberId: 'M1',
    memberFullName: 'Ada Adams',
    facilityId: '5001',
    facilityNumber: '5001',
    facilityName: 'Club 5001',
    memberBillingTypeId: 1,
  },
};

export type Given<Kind extends PaymentKind> = { kind?: Kind } & Partial<PaymentOf<Kind>>;

/** Returns a Pending payment of partner 1 for October. */
export function somePayment<Kind extends PaymentKind = 'partner'>(overrides: Given<Kind>): PaymentOf<Kind>;
export function somePayment(overrides: { kind?: PaymentKind }): Payment {
  const kind = overrides.kind ?? 'partner';
  return payment.parse({ ...every, ...own[kind], kind, ...overrides });
}

import { partners } from '../../shared/contracts/partners.ts';
import { examplesOf } from '../support/examples.ts';
import { toWire } from '../../shared/wire-names.ts';

export const examples = examplesOf(partners, {
  list: { own: () => ({ query: { sortBy: 'name' } }) },
  listOfProgramType: { own: () => ({ query: { programTypeID: 1 } }) },
  listOfProgramPaymentType: { own: () => ({ params: { programPaymentTypeId: 1 } }) },
  get: { own: ({ own }) => ({ query: { partnerID: own.partner.id } }) },
  save: { own: ({ own }) => ({ body: toWire(partners.save.body, { ...own.partner, version: undefined }) }) },
  bankingInfo: {
    own: ({ own }) => ({ query: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ query: { partnerId: other.partner.id } }),
  },
  saveBankingInfo: {
    own: ({ own }) => ({
      body: {
        partnerId: own.partner.id,
        bankAccount: { routingNumber: '091000019', accountNumber: '99887766', bankAccountType: 0 },
      },
    }),
  },
  bankAccountDetails: {
    own: ({ own }) => ({
      query: { payeeToken: own.partner.payeeToken, reason: 'The partner asked by phone.' },
    }),
  },
  releaseBankAccount: {
    own: ({ own }) => ({ params: { partnerID: own.partner.id }, body: { version: 1 } }),
  },
  withdrawBankAccount: {
    own: ({ own }) => ({ params: { partnerID: own.partner.id }, body: { version: 1 } }),
  },
  billingInfo: { own: ({ own }) => ({ params: { partnerID: own.partner.id } }) },
  saveBillingInfo: {
    own: ({ own }) => ({
      params: { partnerID: own.partner.id },
      body: { partnerBillingTypeID: 1, bankAccount: null },
    }),
  },
  activity: {
    own: ({ own }) => ({ params: { partnerID: own.partner.id } }),
    other: ({ other }) => ({ params: { partnerID: other.partner.id } }),
  },
  memberActivity: {
    own: ({ own }) => ({ params: { memberID: own.member.id } }),
    other: ({ other }) => ({ params: { memberID: other.member.id } }),
    unknown: { params: { memberID: 'M99' } },
  },
  billingTypes: { own: () => ({}) },
});

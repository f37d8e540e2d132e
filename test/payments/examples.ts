import { payments } from '../../shared/contracts/payments.ts';
import { examplesOf } from '../support/examples.ts';

const period = '202610';
const partnerList = { programPaymentTypeId: 1, paymentTypeId: 4, periodId: period };
const facilityList = { programPaymentTypeId: 1, periodId: period };
const which = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1' };
const amount = { programTypeId: 1, programPaymentTypeId: 1, paymentId: 'P-1-4-1-202610' };
const members = { programTypeID: 2, paymentTypeID: 6, partnerID: '1', periodID: period };

const matching = { kind: 'partner', programPaymentTypeId: 1, paymentTypeId: 4, periodId: period };
const decided = { decision: 'cancel', reason: 'Paid by check last week' };

const payrollSettings = {
  reimbursementCode: 'R1',
  duesCode: 'D1',
  isReimbursementTaxable: true,
  isDuesTaxable: true,
  onSiteClubs: '',
  version: 0,
};

export const examples = examplesOf(payments, {
  payroll: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id } }),
  },
  savePayrollSettings: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id }, body: payrollSettings }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id }, body: payrollSettings }),
  },
  makePayroll: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id }, body: { periodID: period } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id }, body: { periodID: period } }),
  },
  downloadPayroll: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id, fileId: period } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id, fileId: period } }),
  },
  costs: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id } }),
  },
  downloadCosts: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id } }),
  },
  clubCosts: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id }, query: { periodID: period } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id }, query: { periodID: period } }),
  },
  downloadClubCosts: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id }, query: { periodID: period } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id }, query: { periodID: period } }),
  },
  partnerPaymentTypes: { own: () => ({ params: { id: 1 } }) },
  memberPaymentTypes: { own: () => ({ params: { id: 3 } }) },
  listPaymentsOfPartner: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id, programPaymentTypeId: 1 } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id, programPaymentTypeId: 1 } }),
  },
  downloadPaymentsOfPartner: {
    own: ({ own }) => ({ params: { partnerId: own.partner.id, programPaymentTypeId: 1 } }),
    other: ({ other }) => ({ params: { partnerId: other.partner.id, programPaymentTypeId: 1 } }),
  },
  partnerPaymentsExist: { own: () => ({ query: { ...which, periodID: period, paymentTypeID: 4 } }) },
  previewPartnerPayments: { own: () => ({ query: { ...which, periodID: period, paymentTypeID: 4 } }) },
  generatePartnerPayments: { own: () => ({ body: { ...which, usagePeriodID: period, paymentTypeID: 4 } }) },
  correctPartnerPayment: {
    own: () => ({ body: { ...amount, amountToBeSent: '1.00', reason: decided.reason } }),
  },
  undoPartnerCorrection: { own: () => ({ body: amount }) },
  listPartnerPayments: { own: () => ({ params: partnerList }) },
  downloadPartnerPayments: { own: () => ({ params: partnerList }) },
  facilityPaymentsExist: { own: () => ({ query: { ...which, periodID: period } }) },
  previewFacilityPayments: { own: () => ({ query: { ...which, periodID: period } }) },
  generateFacilityPayments: { own: () => ({ body: { ...which, usagePeriodID: period } }) },
  correctFacilityPayment: {
    own: () => ({ body: { ...amount, amountToBeSent: '1.00', reason: decided.reason } }),
  },
  undoFacilityCorrection: { own: () => ({ body: amount }) },
  listFacilityPayments: { own: () => ({ params: facilityList }) },
  downloadFacilityPayments: { own: () => ({ params: facilityList }) },
  listMemberPayments: { own: () => ({ query: members }) },
  downloadMemberPayments: { own: () => ({ query: members }) },
  memberPaymentsExist: { own: () => ({ query: members }) },
  previewMemberPayments: { own: () => ({ query: members }) },
  generateMemberPayments: { own: () => ({ body: members }) },
  changeStatus: {
    own: () => ({ body: { ...decided, payments: [{ paymentId: 'P-1-4-1-202610', version: 1 }] } }),
  },
  payAgain: {
    own: () => ({
      params: { paymentId: 'P-1-4-1-202610' },
      body: { reason: 'Canceled by mistake.', version: 1 },
    }),
  },
  countMatching: { own: () => ({ query: { ...matching, decision: 'cancel' } }) },
  listMemberPaymentsByPartner: {
    own: () => ({ query: { programPaymentTypeID: 3, paymentTypeID: 6, periodID: period } }),
  },
  sumsByStatus: { own: () => ({ query: matching }) },
  changeMatching: { own: () => ({ body: { ...matching, ...decided, expectedCount: 1 } }) },
  authorization: { own: () => ({ params: { paymentId: 'M-3-6-1-M1-202610' } }) },
  reason: {
    own: ({ own }) => ({ params: { paymentId: 'P-1-4-1-202610' }, query: { partnerId: own.partner.id } }),
    other: ({ other }) => ({
      params: { paymentId: 'P-1-4-2-202610' },
      query: { partnerId: other.partner.id },
    }),
  },
});

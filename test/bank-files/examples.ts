import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { examplesOf } from '../support/examples.ts';

const filters = { programTypeID: 1, programPaymentTypeID: 1, paymentTypeID: 4, periodID: '202610' };
const memberFilters = { programTypeID: 3, paymentTypeID: 6, partnerID: '2', periodID: '202611' };
const index = { programPaymentTypeId: 1, partnerId: '0', periodId: '202610' };
const confirmation = { pin: '246810', hash: 'a'.repeat(64) };

export const examples = examplesOf(bankFiles, {
  checkPartnerWithdrawal: { own: () => ({ query: filters }) },
  sendPartnerWithdrawal: { own: () => ({ body: { ...filters, ...confirmation } }) },
  downloadPartnerWithdrawal: { own: () => ({ query: filters }) },
  checkFacilityDeposit: { own: () => ({ params: index }) },
  sendFacilityDeposit: { own: () => ({ params: index, body: confirmation }) },
  downloadFacilityDeposit: { own: () => ({ params: index }) },
  checkMemberPayments: { own: () => ({ query: memberFilters }) },
  sendMemberPayments: { own: () => ({ body: { ...memberFilters, ...confirmation } }) },
  downloadMemberFile: { own: () => ({ query: memberFilters }) },
  resolveFile: {
    own: () => ({ params: { bankFileId: 'none' }, body: { outcome: 'arrived', note: 'Test' } }),
  },
  reverseFile: {
    own: () => ({
      params: { bankFileId: 'none' },
      body: { reason: 'amount', note: 'The wrong amount was sent.' },
    }),
  },
  receiveReturns: {
    own: () => ({
      body: {},
      files: { file: { name: 'returns.ach', bytes: Buffer.from('no file of a bank') } },
    }),
  },
  downloadFiles: { own: () => ({}) },
  downloadTestFile: { own: () => ({}) },
  getTreasury: { own: () => ({}) },
  listReturnedEntries: { own: () => ({ query: { bankFlow: 'memberDues' } }) },
  getFraudMonitoring: { own: () => ({}) },
  recordFraudReview: { own: () => ({ body: { note: 'The rules were looked over.', version: 0 } }) },
  listWaitingAccounts: { own: () => ({}) },
  sendPrenotes: { own: () => ({ body: { bankFlow: 'partnerWithdrawal', pin: '246810' } }) },
  listApprovals: { own: () => ({}) },
  refuseApproval: {
    own: () => ({ params: { hash: 'a'.repeat(64) }, body: { note: 'The amounts are wrong.' } }),
  },
  downloadReceived: { own: () => ({}) },
  downloadOpenEntries: { own: () => ({}) },
  downloadReturnedEntries: { own: () => ({ query: { bankFlow: 'memberDues' } }) },
  downloadReceivedEntries: { own: () => ({ params: { inboxFileId: 'none' } }) },
  downloadFileEntries: { own: () => ({ params: { bankFileId: 'none' } }) },
  downloadWaitingAccounts: { own: () => ({}) },
  downloadApprovals: { own: () => ({}) },
  listReceived: { own: () => ({}) },
  listOpenEntries: { own: () => ({}) },
  getReceived: { own: () => ({ params: { inboxFileId: 'none' } }) },
  settleEntry: {
    own: () => ({ params: { inboxFileId: 'none', position: 1 }, body: { action: 'dismiss', note: 'Test' } }),
  },
  list: { own: () => ({}) },
  get: { own: () => ({ params: { bankFileId: 'none' } }) },
});

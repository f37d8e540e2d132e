import { downloadOfAnySize } from './download-grant.ts';
import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

const bankFilePreview: Grant = {
  may: ['open bank accounts', 'write the table', 'store files', 'begin account jobs'],
  why: 'Builds the file that is sent, stores its plan and masked text, or starts the job that does.',
};

const bankFileSend: Grant = {
  may: ['read files', 'read the secrets', 'begin account jobs'],
  why: 'Reads the checked plan, compares account fingerprints of two key versions, and starts the job that sends it.',
};

const generation: Grant = { may: ['begin data jobs'], why: 'Starts the job that generates the payments.' };

/** Grants of the payment and bank file endpoints. */
export const bankFileGrants: Partial<Record<EndpointName, Grant>> = {
  'payments.generatePartnerPayments': generation,
  'payments.generateFacilityPayments': generation,
  'payments.generateMemberPayments': generation,
  'payments.changeMatching': {
    may: ['begin data jobs'],
    why: 'Starts the job that changes all payments of a filter.',
  },
  'bankFiles.checkPartnerWithdrawal': bankFilePreview,
  'bankFiles.downloadPartnerWithdrawal': bankFilePreview,
  'bankFiles.sendPartnerWithdrawal': bankFileSend,
  'bankFiles.checkFacilityDeposit': bankFilePreview,
  'bankFiles.downloadFacilityDeposit': bankFilePreview,
  'bankFiles.sendFacilityDeposit': bankFileSend,
  'bankFiles.checkMemberPayments': bankFilePreview,
  'bankFiles.downloadMemberFile': bankFilePreview,
  'bankFiles.sendMemberPayments': bankFileSend,
  'bankFiles.reverseFile': {
    may: ['open bank accounts', 'read files', 'store files', 'begin account jobs'],
    why: 'Builds the reversal from the sealed bytes that were sent and starts the job that sends it.',
  },
  'bankFiles.sendPrenotes': {
    may: ['open bank accounts', 'store files', 'begin account jobs'],
    why: 'Builds the prenote file for waiting accounts and starts the job that sends it.',
  },
  'ledger.prove': { may: ['begin data jobs'], why: 'Starts the job that proves a month.' },
  'bankFiles.resolveFile': {
    may: ['read files', 'read bank files', 'read the secrets', 'begin account jobs'],
    why: 'Checks the outbox or the bank’s server for the file and starts the job that resumes it.',
  },
  'bankFiles.settleEntry': {
    may: ['read the secrets', 'begin account jobs'],
    why: 'Compares account fingerprints of two key versions and starts the job that notifies the payee of an assigned return.',
  },
  'bankFiles.receiveReturns': {
    may: ['seal bank accounts', 'store files', 'begin account jobs'],
    why: 'Stores the sealed file under its hash and starts the job that reads it.',
  },
  'ledger.downloadEntries': downloadOfAnySize,
  'ledger.downloadProof': downloadOfAnySize,
  'bankFiles.downloadFiles': downloadOfAnySize,
  'bankFiles.downloadReceived': downloadOfAnySize,
  'bankFiles.downloadOpenEntries': downloadOfAnySize,
  'bankFiles.downloadReturnedEntries': downloadOfAnySize,
  'bankFiles.downloadReceivedEntries': downloadOfAnySize,
  'bankFiles.downloadFileEntries': downloadOfAnySize,
  'bankFiles.downloadWaitingAccounts': downloadOfAnySize,
  'bankFiles.downloadApprovals': downloadOfAnySize,
};

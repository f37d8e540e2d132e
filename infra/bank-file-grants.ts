import { downloadOfAnySize } from './download-grant.ts';
import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

const bankFilePreview: Grant = {
  may: ['open bank accounts', 'write the table', 'store files', 'begin account jobs'],
  why: 'Makes the very file that is sent and keeps its plan and its masked text, or starts the job that does.',
};

const bankFileSend: Grant = {
  may: ['read files', 'read the secrets', 'begin account jobs'],
  why: 'Reads the plan that was previewed, compares accounts whose fingerprints are of two versions of the key, and starts the job that sends it.',
};

const generation: Grant = { may: ['begin data jobs'], why: 'Starts the job that makes the payments.' };

/** The rows of `grants` for what makes, decides and sends payments. */
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
    why: 'Makes the reversal from the sealed bytes of the file that was sent, and starts the job that sends it.',
  },
  'bankFiles.sendPrenotes': {
    may: ['open bank accounts', 'store files', 'begin account jobs'],
    why: 'Makes the file of prenotes for the accounts that wait, and starts the job that sends it.',
  },
  'ledger.prove': { may: ['begin data jobs'], why: 'Starts the job that proves a month.' },
  'bankFiles.resolveFile': {
    may: ['read files', 'read bank files', 'read the secrets', 'begin account jobs'],
    why: 'Looks once more whether the file is in the outbox or on the bank’s server, and starts the job that goes on with it.',
  },
  'bankFiles.settleEntry': {
    may: ['read the secrets', 'begin account jobs'],
    why: 'Compares accounts whose fingerprints are of two versions of the key, and starts the job that tells the payee of a return that was assigned.',
  },
  'bankFiles.receiveReturns': {
    may: ['seal bank accounts', 'store files', 'begin account jobs'],
    why: 'Keeps the file sealed under its hash and starts the job that reads it.',
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

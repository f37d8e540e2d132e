import type { EndpointName } from '../build/handlers.ts';
import { grant, type Grant } from './permissions.ts';

/** Downloads that become a job if they exceed the response limit. */
export const downloadOfAnySize = grant(
  'Starts the job that creates a large file.',
  'SendDataJobs',
  'WriteTable',
);
const download = downloadOfAnySize;
const generation = grant('Starts the job that generates the payments.', 'SendDataJobs');
const bankFilePreview = grant(
  'Builds the file that is sent, stores its plan and masked text, or starts the job that does.',
  'DecryptBankAccounts',
  'WriteTable',
  'GetAndPutFiles',
  'SendAccountJobs',
);
const bankFileSend = grant(
  'Reads the checked plan, compares account fingerprints of two key versions, and starts the job that sends it.',
  'GetFiles',
  'GetSecrets',
  'SendAccountJobs',
);

const amountsToSend = grant('Compares account fingerprints of two key versions.', 'GetSecrets');

/** Grants of the endpoints of payments, bank files, and the ledger (grants.ts). */
export const bankFileGrants: Partial<Record<EndpointName, Grant>> = {
  'payments.authorization': grant('Returns the agreement that authorized it.', 'GetAgreements'),
  'payments.makePayroll': grant('Counts the payments of the year.', 'SendDataJobs'),
  'payments.downloadPayroll': grant(
    'Reads the lines of the payroll file, or starts the job that does for a large one.',
    'GetFiles',
    'SendDataJobs',
    'WriteTable',
  ),
  'payments.downloadPartnerPayments': download,
  'payments.downloadFacilityPayments': download,
  'payments.downloadMemberPayments': download,
  'payments.generatePartnerPayments': generation,
  'payments.generateFacilityPayments': generation,
  'payments.generateMemberPayments': generation,
  'payments.changeMatching': grant('Changes all payments of a filter.', 'SendDataJobs'),
  'bankFiles.checkPartnerWithdrawal': bankFilePreview,
  'bankFiles.checkFacilityDeposit': bankFilePreview,
  'bankFiles.checkMemberPayments': bankFilePreview,
  'bankFiles.downloadPartnerWithdrawal': bankFilePreview,
  'bankFiles.downloadFacilityDeposit': bankFilePreview,
  'bankFiles.downloadMemberFile': bankFilePreview,
  'bankFiles.sendPartnerWithdrawal': bankFileSend,
  'bankFiles.sendFacilityDeposit': bankFileSend,
  'bankFiles.sendMemberPayments': bankFileSend,
  'bankFiles.getTreasury': amountsToSend,
  'periods.months': amountsToSend,
  'bankFiles.reverseFile': grant(
    'Builds the reversal from the sealed bytes that were sent and starts the job that sends it.',
    'DecryptBankAccounts',
    'GetFiles',
    'GetAndPutFiles',
    'SendAccountJobs',
  ),
  'bankFiles.sendPrenotes': grant(
    'Builds the prenote file for waiting accounts and starts the job that sends it.',
    'DecryptBankAccounts',
    'GetAndPutFiles',
    'SendAccountJobs',
  ),
  'bankFiles.resolveFile': grant(
    'Checks the outbox or the bank’s server for the file and starts the job that resumes it.',
    'GetFiles',
    'GetBankFiles',
    'GetSecrets',
    'SendAccountJobs',
  ),
  'bankFiles.settleEntry': grant(
    'Compares account fingerprints of two key versions, and starts the job that notifies the payee.',
    'GetSecrets',
    'SendAccountJobs',
  ),
  'bankFiles.receiveReturns': grant(
    'Stores the sealed file under its hash, and starts the job that reads it.',
    'EncryptBankAccounts',
    'GetAndPutFiles',
    'SendAccountJobs',
  ),
  'bankFiles.downloadFiles': download,
  'bankFiles.downloadReceived': download,
  'bankFiles.downloadOpenEntries': download,
  'bankFiles.downloadReturnedEntries': download,
  'bankFiles.downloadReceivedEntries': download,
  'bankFiles.downloadFileEntries': download,
  'bankFiles.downloadWaitingAccounts': download,
  'bankFiles.downloadApprovals': download,
  'ledger.prove': grant('Starts the job that proves a month.', 'SendDataJobs'),
  'ledger.downloadEntries': download,
  'ledger.downloadProof': download,
};

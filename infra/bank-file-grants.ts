import type { EndpointName } from './handlers.ts';
import { grant, type Grant } from './permission.ts';

/** Downloads that become a job if they exceed the response limit. */
export const downloadOfAnySize = grant(
  'Starts the job that creates a large file.',
  'begin data jobs',
  'write the table',
);
const download = downloadOfAnySize;
const generation = grant('Starts the job that generates the payments.', 'begin data jobs');
const bankFilePreview = grant(
  'Builds the file that is sent, stores its plan and masked text, or starts the job that does.',
  'open bank accounts',
  'write the table',
  'store files',
  'begin account jobs',
);
const bankFileSend = grant(
  'Reads the checked plan, compares account fingerprints of two key versions, starts the job that sends it, and emails the other administrators about an approval.',
  'send email',
  'read files',
  'read the secrets',
  'begin account jobs',
);

/** Grants of the endpoints of payments, bank files, and the ledger (grants.ts). */
export const bankFileGrants: Partial<Record<EndpointName, Grant>> = {
  'payments.authorization': grant('Returns the agreement that authorized it.', 'read agreements'),
  'payments.makePayroll': grant('Counts the payments of the year.', 'begin data jobs'),
  'payments.downloadPayroll': grant(
    'Reads the lines of the payroll file, or starts the job that does for a large one.',
    'read files',
    'begin data jobs',
    'write the table',
  ),
  'payments.downloadPartnerPayments': download,
  'payments.downloadFacilityPayments': download,
  'payments.downloadMemberPayments': download,
  'payments.generatePartnerPayments': generation,
  'payments.generateFacilityPayments': generation,
  'payments.generateMemberPayments': generation,
  'payments.changeMatching': grant('Changes all payments of a filter.', 'begin data jobs'),
  'bankFiles.checkPartnerWithdrawal': bankFilePreview,
  'bankFiles.checkFacilityDeposit': bankFilePreview,
  'bankFiles.checkMemberPayments': bankFilePreview,
  'bankFiles.downloadPartnerWithdrawal': bankFilePreview,
  'bankFiles.downloadFacilityDeposit': bankFilePreview,
  'bankFiles.downloadMemberFile': bankFilePreview,
  'bankFiles.sendPartnerWithdrawal': bankFileSend,
  'bankFiles.sendFacilityDeposit': bankFileSend,
  'bankFiles.sendMemberPayments': bankFileSend,
  'bankFiles.reverseFile': grant(
    'Builds the reversal from the sealed bytes that were sent and starts the job that sends it.',
    'open bank accounts',
    'read files',
    'store files',
    'begin account jobs',
  ),
  'bankFiles.sendPrenotes': grant(
    'Builds the prenote file for waiting accounts and starts the job that sends it.',
    'open bank accounts',
    'store files',
    'begin account jobs',
  ),
  'bankFiles.resolveFile': grant(
    'Checks the outbox or the bank’s server for the file and starts the job that resumes it.',
    'read files',
    'read bank files',
    'read the secrets',
    'begin account jobs',
  ),
  'bankFiles.settleEntry': grant(
    'Compares account fingerprints of two key versions, starts the job that notifies the payee, and emails the other administrators about an assignment.',
    'send email',
    'read the secrets',
    'begin account jobs',
  ),
  'bankFiles.receiveReturns': grant(
    'Stores the sealed file under its hash, starts the job that reads it, and emails the other administrators about an approval.',
    'send email',
    'seal bank accounts',
    'store files',
    'begin account jobs',
  ),
  'bankFiles.downloadFiles': download,
  'bankFiles.downloadReceived': download,
  'bankFiles.downloadOpenEntries': download,
  'bankFiles.downloadReturnedEntries': download,
  'bankFiles.downloadReceivedEntries': download,
  'bankFiles.downloadFileEntries': download,
  'bankFiles.downloadWaitingAccounts': download,
  'bankFiles.downloadApprovals': download,
  'ledger.prove': grant('Starts the job that proves a month.', 'begin data jobs'),
  'ledger.downloadEntries': download,
  'ledger.downloadProof': download,
};

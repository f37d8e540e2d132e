import type { JobKind } from '../../shared/jobs/job.ts';
import { inboxSteps } from '../bank-files/inbox/inbox-job.ts';
import { settlementSteps } from '../bank-files/settlement/settlement-job.ts';
import { bankCheckSteps } from '../bank-files/preview/check-steps.ts';
import { bankFileSteps } from '../bank-files/sending/send-steps.ts';
import { addEmployees } from '../employees/add-employees.ts';
import { employeesBulk } from '../employees/bulk-job.ts';
import { applyRosterChange } from '../employees/changes/apply-job.ts';
import { judgeRosterFile } from '../employees/changes/judge-job.ts';
import { takeBackRoster } from '../employees/changes/take-back-job.ts';
import { downloadSteps } from '../files/download-job.ts';
import { addKeyFobs } from '../employees/add-key-fobs.ts';
import { sendInvitations } from '../employees/send-invitations.ts';
import { carryClub } from '../facilities/carry-club.ts';
import { tellClub } from '../facilities/tell-club.ts';
import { importClubs } from '../facilities/import-job.ts';
import { ledgerBackfillSteps } from '../ledger/backfill-job.ts';
import { ledgerProofSteps } from '../ledger/proof-job.ts';
import { ledgerSealSteps } from '../ledger/seal-job.ts';
import { addListEntries } from '../members/add-list-entries.ts';
import { membersTransfer } from '../members/transfer-job.ts';
import { tellReplacedAccount } from '../partners/tell-replaced-account.ts';
import { tellChangedTerms } from '../group-memberships/tell-changed-terms.ts';
import { sendMemberEmail } from '../members/member-email.ts';
import { partnerPaymentsJob } from '../payments/generation/generate-partner-job.ts';
import { facilityPaymentsJob, memberPaymentsJob } from '../payments/generation/generation-kinds.ts';
import { payrollJob } from '../payments/payroll/payroll-job.ts';
import { paymentStatusesJob } from '../payments/statuses/status-job.ts';
import { visitsImport } from '../visits/import-job.ts';
import { emailVoucherAgain } from '../vouchers/email-again.ts';
import { publishVouchers } from '../vouchers/publish-vouchers.ts';
import { takeRecipients } from '../vouchers/take-recipients.ts';
import type { JobKindSteps } from './job-kind.ts';

/** Which steps each kind of long work takes. */
export const jobKinds: Record<JobKind, JobKindSteps> = {
  'key fobs': addKeyFobs,
  'employees upload': addEmployees,
  'employees bulk': employeesBulk,
  'roster judging': judgeRosterFile,
  'roster change': applyRosterChange,
  'roster take-back': takeBackRoster,
  invitations: sendInvitations,
  'changed terms': tellChangedTerms,
  'replaced bank account': tellReplacedAccount,
  'bank file check': bankCheckSteps,
  'bank files': bankFileSteps,
  'bank inbox': inboxSteps,
  'bank settlement': settlementSteps,
  'ledger backfill': ledgerBackfillSteps,
  'ledger seal': ledgerSealSteps,
  'ledger proof': ledgerProofSteps,
  'visits import': visitsImport,
  download: downloadSteps,
  'member email': sendMemberEmail,
  'club email': tellClub,
  'partner payments': partnerPaymentsJob,
  'facility payments': facilityPaymentsJob,
  'clubs import': importClubs,
  'club members': carryClub,
  'member payments': memberPaymentsJob,
  'payment statuses': paymentStatusesJob,
  payroll: payrollJob,
  'voucher recipients': takeRecipients,
  'voucher publication': publishVouchers,
  'voucher email': emailVoucherAgain,
  'list entries': addListEntries,
  'members transfer': membersTransfer,
};

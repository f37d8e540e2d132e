import type { KindOfWorker } from '../../shared/jobs/job.ts';
import { addEmployees } from '../employees/add-employees.ts';
import { addKeyFobs } from '../employees/add-key-fobs.ts';
import { undoRosterChange } from '../employees/changes/undo-job.ts';
import { updateMemberFacilities } from '../facilities/update-member-facilities.ts';
import { downloadSteps } from './download-job.ts';
import { ledgerProofSteps } from '../ledger/proof-job.ts';
import { ledgerSealSteps } from '../ledger/seal-job.ts';
import { membersTransfer } from '../members/transfer-job.ts';
import { partnerPaymentsJob } from '../payments/generation/generate-partner-job.ts';
import { facilityPaymentsJob, memberPaymentsJob } from '../payments/generation/generation-kinds.ts';
import { payrollJob } from '../payments/payroll/payroll-job.ts';
import { paymentStatusesJob } from '../payments/statuses/status-job.ts';
import { archiveVisits } from '../visits/archive-job.ts';
import { visitsImport } from '../visits/import-job.ts';
import type { JobKindSteps } from '../jobs/job-kind.ts';

/** Kinds of the data worker: it uses the table and files, opens no accounts, and sends no emails. */
export const dataKinds: Record<KindOfWorker<'data'>, JobKindSteps> = {
  'key fobs': addKeyFobs,
  'employees upload': addEmployees,
  'roster take-back': undoRosterChange,
  'ledger seal': ledgerSealSteps,
  'ledger proof': ledgerProofSteps,
  'visits import': visitsImport,
  'visits archive': archiveVisits,
  download: downloadSteps,
  'partner payments': partnerPaymentsJob,
  'facility payments': facilityPaymentsJob,
  'club members': updateMemberFacilities,
  'member payments': memberPaymentsJob,
  'payment statuses': paymentStatusesJob,
  payroll: payrollJob,
  'members transfer': membersTransfer,
};

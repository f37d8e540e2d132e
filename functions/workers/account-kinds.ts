import type { KindOfWorker } from '../../shared/jobs/job.ts';
import { withdrawalNotices } from '../accounts/withdrawal-notices-job.ts';
import { inboxSteps } from '../bank-files/inbox/inbox-job.ts';
import { bankCheckSteps } from '../bank-files/preview/check-steps.ts';
import { bankFileSteps } from '../bank-files/sending/send-steps.ts';
import { settlementSteps } from '../bank-files/settlement/settlement-job.ts';
import { importFacilities } from '../facilities/import-job.ts';
import type { JobKindSteps } from '../jobs/job-kind.ts';

/** Kinds of the accounts worker: only this worker opens and seals bank accounts and stores bank files. */
export const accountKinds: Record<KindOfWorker<'accounts'>, JobKindSteps> = {
  'bank file check': bankCheckSteps,
  'bank files': bankFileSteps,
  'bank inbox': inboxSteps,
  'bank settlement': settlementSteps,
  'clubs import': importFacilities,
  'withdrawal notices': withdrawalNotices,
};

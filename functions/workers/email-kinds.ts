import type { KindOfWorker } from '../../shared/jobs/job.ts';
import { employeesBulk } from '../employees/bulk-job.ts';
import { applyRosterChange } from '../employees/changes/apply-job.ts';
import { previewRosterFile } from '../employees/changes/preview-job.ts';
import { endDueMemberships } from '../employees/due-memberships-job.ts';
import { sendInvitations } from '../employees/send-invitations.ts';
import { notifyFacility } from '../facilities/notify-facility.ts';
import { notifyChangedTerms } from '../group-memberships/notify-changed-terms.ts';
import { emailAboutFailingWebhook } from '../integrations/webhooks/failing-email.ts';
import { accessReviews } from '../managers/review-job.ts';
import { sendMemberEmail } from '../accounts/member-email.ts';
import { notifyReplacedAccount } from '../partners/notify-replaced-account.ts';
import { emailVoucherAgain, publishVouchers } from '../vouchers/publish-vouchers.ts';
import { visitReminders } from '../visits/reminder-job.ts';
import { importRecipients } from '../vouchers/import-recipients.ts';
import type { JobKindSteps } from '../jobs/job-kind.ts';

/** Kinds of the email worker, which has the keys of the links in emails. */
export const emailKinds: Record<KindOfWorker<'emails'>, JobKindSteps> = {
  'employees bulk': employeesBulk,
  'roster judging': previewRosterFile,
  'roster change': applyRosterChange,
  'due memberships': endDueMemberships,
  invitations: sendInvitations,
  'changed terms': notifyChangedTerms,
  'replaced bank account': notifyReplacedAccount,
  'member email': sendMemberEmail,
  'visit reminders': visitReminders,
  'access reviews': accessReviews,
  'club email': notifyFacility,
  'voucher recipients': importRecipients,
  'voucher publication': publishVouchers,
  'voucher email': emailVoucherAgain,
  'webhook email': emailAboutFailingWebhook,
};

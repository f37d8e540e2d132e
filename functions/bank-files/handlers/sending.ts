import { type RunFilter, runFilterOf, type RunRequest } from '../../../shared/bank-files/bank-run.ts';
import type { FileResponse } from '../../../shared/endpoint.ts';
import type { JobBegun } from '../../../shared/jobs/job.ts';
import { textType } from '../../../shared/media-types.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginCheck, previewFileOf } from '../preview/begin-check.ts';
import { currentRun } from '../preview/current-run.ts';
import { loadPreview } from '../plan-files.ts';
import { prepareRun } from '../preview/prepare.ts';
import type { PaymentKind } from '../../../shared/payments/payment.ts';
import type { Caller } from '../../users/caller.ts';
import { availability, checkRun } from '../preview/check.ts';
import { sendRun } from '../sending/send.ts';
import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { remoteNameOf } from '../../../shared/bank-files/bank-settings.ts';
import { testBankFile, testFileBankFlow } from '../../../shared/bank-files/bank-flows.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { sha256 } from '../../platform/digest.ts';
import { sendPrenotes } from '../prenotes/start-prenotes.ts';

async function downloadRun(
  filter: RunFilter,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<FileResponse | JobBegun> {
  const run = await currentRun(filter, now);
  if (run.status === 'unavailable') throw new Refusal('conflict', run.reason);
  if (run.hasMore) {
    const jobId = await beginCheck(filter, { userId, now, newId });
    return { success: true, jobId, message: 'Preparing your download.' };
  }
  const plan = await prepareRun(run, userId, now, newId);
  const bytes = await loadPreview(plan);
  if (!bytes) throw new Refusal('conflict', 'The preview is not complete. Check the file again.');
  return { name: previewFileOf(run.filter), type: textType, bytes };
}

interface Sender {
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

const senderOf = ({ caller, now, newId }: Sender) => ({ userId: caller.userId, now, newId });

const checkPaymentKind = (
  kind: PaymentKind,
  request: RunRequest & { onlyAvailability?: boolean | undefined; jobId?: string | undefined },
  sender: Sender,
) =>
  request.onlyAvailability
    ? availability(runFilterOf(kind, request), senderOf(sender))
    : checkRun(runFilterOf(kind, request), senderOf(sender), request.jobId);

const sendPaymentKind = (
  kind: PaymentKind,
  request: RunRequest & { pin: string; runHash: string; note?: string | undefined },
  sender: Sender,
) => sendRun(runFilterOf(kind, request), request, senderOf(sender));

const downloadPaymentKind = (kind: PaymentKind, request: RunRequest, sender: Sender) =>
  downloadRun(runFilterOf(kind, request), senderOf(sender));

export const checkFacilityDepositHandler = handle(
  bankFiles.checkFacilityDeposit,
  async ({ params, query, ...context }) => checkPaymentKind('facility', { ...params, ...query }, context),
);

export const checkMemberPaymentsHandler = handle(
  bankFiles.checkMemberPayments,
  async ({ query, ...context }) => checkPaymentKind('member', await withProgram(query), context),
);

export const checkPartnerWithdrawalHandler = handle(
  bankFiles.checkPartnerWithdrawal,
  async ({ query, ...context }) => checkPaymentKind('partner', query, context),
);

export const downloadFacilityDepositHandler = handle(
  bankFiles.downloadFacilityDeposit,
  async ({ params, ...context }) => downloadPaymentKind('facility', params, context),
);

export const downloadMemberFileHandler = handle(bankFiles.downloadMemberFile, async ({ query, ...context }) =>
  downloadPaymentKind('member', await withProgram(query), context),
);

export const downloadPartnerWithdrawalHandler = handle(
  bankFiles.downloadPartnerWithdrawal,
  async ({ query, ...context }) => downloadPaymentKind('partner', query, context),
);

export const downloadTestFileHandler = handle(bankFiles.downloadTestFile, ({ now }) => {
  const settings = environmentBankSettings;
  if (!settings)
    throw new Refusal(
      'conflict',
      'No test file: the bank settings of this environment are missing or not valid.',
    );
  const text = testBankFile(settings, now);
  const named = { createdOn: dateInChicago(now), fileIdModifier: 'TEST', fileHash: sha256(text) };
  return Promise.resolve({
    name: remoteNameOf(settings, { ...named, bankFlow: testFileBankFlow }),
    type: textType,
    bytes: Buffer.from(text, 'latin1'),
  });
});

export const sendFacilityDepositHandler = handle(
  bankFiles.sendFacilityDeposit,
  async ({ params, body, ...context }) => sendPaymentKind('facility', { ...params, ...body }, context),
);

export const sendMemberPaymentsHandler = handle(bankFiles.sendMemberPayments, async ({ body, ...context }) =>
  sendPaymentKind('member', await withProgram(body), context),
);

export const sendPartnerWithdrawalHandler = handle(
  bankFiles.sendPartnerWithdrawal,
  async ({ body, ...context }) => sendPaymentKind('partner', body, context),
);

export const sendPrenotesHandler = handle(bankFiles.sendPrenotes, ({ body, caller, now, newId }) =>
  sendPrenotes(body.bankFlow, body.pin, { userId: caller.userId, now, newId }),
);

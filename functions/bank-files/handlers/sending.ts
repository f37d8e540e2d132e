import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { checkPaymentKind, downloadPaymentKind, sendPaymentKind } from '../sending/flow-actions.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { remoteNameOf } from '../../../shared/bank-files/bank-profile.ts';
import { testBankFile, testFileBankFlow } from '../../../shared/bank-files/test-file.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { textType } from '../../../shared/media-types.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { sha256 } from '../../platform/digest.ts';
import { sendPrenotes } from '../prenotes/start-prenotes.ts';

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

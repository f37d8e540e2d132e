import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { sendPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendFacilityDeposit, async ({ params, body, ...context }) =>
  sendPaymentKind('facility', { ...params, ...body }, context),
);

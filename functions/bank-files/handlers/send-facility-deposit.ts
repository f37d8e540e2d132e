import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../platform/handle.ts';
import { sendFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendFacilityDeposit, async ({ params, body, ...context }) =>
  sendFlow('facility', { ...params, ...body }, context),
);

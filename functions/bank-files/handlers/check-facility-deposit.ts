import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../platform/handle.ts';
import { checkFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.checkFacilityDeposit, async ({ params, query, ...context }) =>
  checkFlow('facility', { ...params, ...query }, context),
);

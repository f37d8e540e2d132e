import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { checkPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.checkFacilityDeposit, async ({ params, query, ...context }) =>
  checkPaymentKind('facility', { ...params, ...query }, context),
);

import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { downloadFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.downloadFacilityDeposit, async ({ params, ...context }) =>
  downloadFlow('facility', params, context),
);

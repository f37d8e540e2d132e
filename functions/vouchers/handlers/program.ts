import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { programResponse } from '../program-response.ts';
import { loadProgram } from '../program-store.ts';

export const handler = handle(vouchers.program, async ({ query, now }) =>
  programResponse(await loadProgram(query.voucherProgramId), now),
);

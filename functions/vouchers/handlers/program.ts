import { vouchers } from '../../../shared/vouchers/contract.ts';
import { handle } from '../../platform/handle.ts';
import { programAnswer } from '../program-answer.ts';
import { loadProgram } from '../program-store.ts';

export const handler = handle(vouchers.program, async ({ query, now }) =>
  programAnswer(await loadProgram(query.voucherProgramId), now),
);

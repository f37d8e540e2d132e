import { vouchers } from '../../../shared/vouchers/contract.ts';
import { handle } from '../../handle.ts';
import { loadProgram } from '../program-store.ts';

export const handler = handle(
  vouchers.checkPublished,
  async ({ params }) => (await loadProgram(params.voucherProgramId)).publishedOn !== null,
);

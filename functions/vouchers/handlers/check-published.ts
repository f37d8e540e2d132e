import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { loadProgram } from '../program-store.ts';

export const handler = handle(
  vouchers.checkPublished,
  async ({ params }) => (await loadProgram(params.voucherProgramId)).publishedOn !== null,
);

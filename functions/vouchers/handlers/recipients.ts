import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { wholeSheet } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { loadProgram } from '../program-store.ts';
import { recipientsSheet } from '../recipients-sheet.ts';

export const handler = handle(vouchers.recipients, async ({ query, now }) =>
  wholeSheet(recipientsSheet(await loadProgram(query.voucherProgramId), now)),
);

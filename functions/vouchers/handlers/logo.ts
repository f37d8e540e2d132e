import { Refusal } from '../../../shared/refusal.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { loadLogo } from '../logo-file.ts';
import { loadProgram } from '../program-store.ts';

export const handler = handle(vouchers.logo, async ({ query }) => {
  const { logo } = await loadProgram(query.voucherProgramId);
  if (!logo) throw new Refusal('not-found', 'This voucher program has no logo.');
  return { name: logo.fileName, type: logo.type, bytes: await loadLogo(logo) };
});

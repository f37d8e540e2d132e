import { Refusal } from '../../../shared/refusal.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { newVoucherProgramId } from '../../../shared/vouchers/voucher-program.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { storeLogo } from '../logo-file.ts';
import { programResponse } from '../program-response.ts';
import { loadProgram, nextProgramId, programConflict } from '../program-store.ts';
import { mustBeOpen, programOf, saveProgram } from '../saved-program.ts';

export const handler = handle(vouchers.saveProgram, async ({ body, files, caller, now }) => {
  const form = body.voucherProgram;
  const before = form.id === newVoucherProgramId ? null : await loadProgram(form.id);
  if (before) mustBeOpen(before);
  if (before && form.version !== before.version) throw new Refusal('conflict', programConflict);
  const partner = await loadPartner(before?.partnerId ?? form.partnerId);
  const newLogo = files.partnerLogoFile ? await storeLogo(files.partnerLogoFile) : undefined;
  const id = before?.id ?? (await nextProgramId());
  const after = programOf(before, { ...form, id, partnerId: partner.id }, newLogo);
  const data = await programResponse(await saveProgram(before, after, caller.userId, now), now);
  return { success: true, message: `${after.displayName} is saved.`, data };
});

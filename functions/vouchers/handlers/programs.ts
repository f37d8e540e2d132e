import type * as z from 'zod';
import { dateInChicago } from '../../../shared/calendar.ts';
import {
  sumsOfProgram,
  type voucherProgramResponse,
  type VoucherProgram,
  newVoucherProgramId,
  mustBePublishable,
} from '../../../shared/vouchers/voucher-program.ts';
import { loadCounts, listPrograms, loadProgram, nextProgramId, programConflict } from '../program-store.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { listVouchers, voucherRowOf, loadVoucher, vouchersAfter } from '../store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadLogo, storeLogo } from '../logo-file.ts';
import { loadEmailFrame, voucherEmail } from '../voucher-email.ts';
import {
  startPublication,
  runningPublication,
  mustNotBeUploading,
  mustBeOpen,
  programOf,
  saveProgram,
} from '../saved-program.ts';
import { loadPartner } from '../../partners/store.ts';

async function programResponse(
  program: VoucherProgram,
  now: Date,
): Promise<z.output<typeof voucherProgramResponse>> {
  const [counts] = await loadCounts([program.id]);
  if (!counts) throw new Error(`no counts of program ${program.id}`);
  return {
    ...program,
    partnerLogoFileName: program.logo?.fileName ?? null,
    sums: sumsOfProgram(program, counts, dateInChicago(now)),
  };
}

export const programsHandler = handle(vouchers.programs, async ({ query: { partnerId, ...listQuery } }) => {
  const page = await listPrograms(partnerId, listQuery);
  return {
    ...page,
    items: page.items.map(({ program, counts }) => ({
      ...program,
      recipients: program.recipientCount,
      redeemed: counts.redeemed,
      undeliverable: counts.undeliverable,
    })),
  };
});

export const checkPublishedHandler = handle(
  vouchers.checkPublished,
  async ({ params }) => (await loadProgram(params.voucherProgramId)).publishedOn !== null,
);

export const listHandler = handle(vouchers.list, async ({ params, query, now }) => {
  const program = await loadProgram(params.voucherProgramId);
  const today = dateInChicago(now);
  const page = await listVouchers(program, query, today);
  return { ...page, items: page.items.map((voucher) => voucherRowOf(voucher, program.endDate, today)) };
});

export const logoHandler = handle(vouchers.logo, async ({ query }) => {
  const { logo } = await loadProgram(query.voucherProgramId);
  if (!logo) throw new Refusal('not-found', 'This voucher program has no logo.');
  return { name: logo.fileName, type: logo.type, bytes: await loadLogo(logo) };
});

export const previewHandler = handle(vouchers.preview, async ({ params, query }) => {
  const program = await loadProgram(params.voucherProgramId);
  const [first] = program.batchId ? (await vouchersAfter(program.batchId, 0, 1)).vouchers : [];
  const voucher = query.voucherId ? await loadVoucher(query.voucherId) : first;
  if (!voucher || voucher.batchId !== program.batchId)
    throw new Refusal('not-found', 'No recipients yet. Upload recipients, then preview the email.');
  const frame = await loadEmailFrame(program);
  const { to, subject, html, attachments = [] } = await voucherEmail(frame, voucher, voucher.emailNumber + 1);
  return {
    to,
    subject,
    body: html,
    attachments: attachments.map(({ name, type, bytes, contentId }) => ({
      contentId: contentId ?? name,
      mediaType: type,
      content: Buffer.from(bytes).toString('base64'),
    })),
  };
});

export const programHandler = handle(vouchers.program, async ({ query, now }) =>
  programResponse(await loadProgram(query.voucherProgramId), now),
);

export const publishHandler = handle(vouchers.publish, async ({ params, body, caller, now, newId }) => {
  const program = await loadProgram(params.voucherProgramId);
  const running = await runningPublication(program);
  if (running) return running;
  if (program.publishedOn === null) {
    mustBePublishable(program, body.version, dateInChicago(now));
    await mustNotBeUploading(program);
  }
  return startPublication(program, { userId: caller.userId, now, newId });
});

export const saveProgramHandler = handle(vouchers.saveProgram, async ({ body, files, caller, now }) => {
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

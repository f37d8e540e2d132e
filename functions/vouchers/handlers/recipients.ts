import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { wholeSheet } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { loadProgram, programChange, countsStep, countsWrite } from '../program-store.ts';
import { recipientsSheet } from '../recipients-sheet.ts';
import { mustBeUndeliverable, mustBeOpenVoucher, voided } from '../../../shared/vouchers/voucher-actions.ts';
import { startEmail } from '../start-email.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';
import { voucherChange } from '../store.ts';
import { voucherToken, voucherTokenHash } from '../voucher-token.ts';
import * as z from 'zod';
import { complained, type EmailEvent } from '../../../shared/vouchers/voucher-email.ts';
import { memberEmailCameBack } from '../../members/email-came-back.ts';
import { now } from '../../platform/clock.ts';
import { markUserEmail } from '../../users/mark-user-email.ts';
import { handleEmailEvent } from '../handle-email-event.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { recipientStatus } from '../../../shared/vouchers/redemption/redemption.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { tokenResponseMs, voucherByToken } from '../recipient-token.ts';
import { addressOf, loadEmailFrame, pdfOf, voucherFileName } from '../voucher-email.ts';
import { showCode } from '../../../shared/vouchers/voucher-code.ts';
import { loadPartner } from '../../partners/store.ts';
import { beginImport } from '../../jobs/file-import.ts';
import { recipientParts } from '../recipient-parts.ts';
import { readRecipients } from '../recipients-file.ts';
import { mustBeOpen, mustNotBeUploading } from '../saved-program.ts';
import { transact } from '../../table/transact.ts';

export const recipientsHandler = handle(vouchers.recipients, async ({ query, now }) =>
  wholeSheet(recipientsSheet(await loadProgram(query.voucherProgramId), now)),
);

export const correctEmailHandler = handle(
  vouchers.correctEmail,
  async ({ params, body, caller, now, newId }) => {
    const voucher = await loadVoucherVersion(params.voucherId, body.version);
    mustBeUndeliverable(voucher);
    const linkNumber = voucher.linkNumber + 1;
    const after = {
      ...voucher,
      recipientEmail: body.email,
      // invalidates the link that the wrong recipient received
      linkNumber,
      tokenHash: voucherTokenHash(await voucherToken(voucher.id, linkNumber)),
      softBounces: 0,
    };
    return startEmail(voucher, { newId, userId: caller.userId, now }, [
      ...voucherChange(voucher, after),
      reasonWrite(
        'voucher email corrected',
        voucher,
        { reason: body.reason, who: caller.userId, before: voucher.recipientEmail, after: body.email },
        now,
      ),
    ]);
  },
);

const recipient = z.object({ diagnosticCode: z.string().optional() });

/** SES event of a failed email, limited to the fields in use ("Event data", SES guide). */
const sesEvent = z.object({
  detail: z.object({
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: z.array(recipient) }).optional(),
    complaint: z.object({}).optional(),
    mail: z.object({
      tags: z.record(z.string(), z.array(z.string())),
      destination: z.array(z.string()).optional(),
    }),
  }),
});

function emailEventOf({ bounce, mail }: z.output<typeof sesEvent>['detail']): EmailEvent {
  const emailNumber = Number(mail.tags.email?.[0]);
  if (!bounce) return { kind: 'complaint', reason: complained, emailNumber };
  const reason = bounce.bouncedRecipients[0]?.diagnosticCode ?? 'no reason was provided';
  return {
    kind: bounce.bounceType === 'Permanent' ? 'hard bounce' : 'soft bounce',
    reason: `The email bounced: ${reason.slice(0, 200)}`,
    emailNumber,
  };
}

/** Marks the subject of a bounce or complaint. */
export const onEmailEventHandler = withSettings(async (sent: unknown): Promise<void> => {
  const { detail } = sesEvent.parse(sent);
  const [voucher, member, user] = ['voucher', 'member', 'user'].map((tag) => detail.mail.tags[tag]?.[0]);
  const event = emailEventOf(detail);
  if (voucher !== undefined) return handleEmailEvent(voucher, event, now());
  // a full mailbox is no reason to correct the address
  if (event.kind === 'soft bounce') return;
  const address = detail.mail.destination?.[0]?.toLowerCase() ?? '';
  const failure = { address, reason: event.reason, at: now().toISOString() };
  if (member !== undefined) await memberEmailCameBack(member, failure);
  else if (user !== undefined) await markUserEmail(user, failure);
});

export const recipientPdfHandler = handle(vouchers.recipientPdf, ({ params, now }) =>
  withMinimumDuration(tokenResponseMs, async () => {
    const { voucher, program } = await voucherByToken(params.token);
    if (!['valid', 'not yet valid'].includes(recipientStatus(voucher, program, now)))
      throw new Refusal('conflict', 'This voucher is no longer valid, so it cannot be printed.');
    const bytes = await pdfOf(await loadEmailFrame(program), voucher, addressOf(params.token));
    return { name: voucherFileName, type: 'application/pdf', bytes };
  }),
);

export const recipientHandler = handle(vouchers.recipient, ({ params, now }) =>
  withMinimumDuration(tokenResponseMs, async () => {
    const { voucher, program } = await voucherByToken(params.token);
    const status = recipientStatus(voucher, program, now);
    const { name } = await loadPartner(program.partnerId);
    const isUsable = status === 'valid' || status === 'not yet valid';
    return {
      ...program,
      ...voucher,
      status,
      partnerName: name,
      code: isUsable ? showCode(voucher.code) : null,
    };
  }),
);

export const resendHandler = handle(vouchers.resend, async ({ params, body, caller, now, newId }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  mustBeOpenVoucher(voucher);
  return startEmail(voucher, { newId, userId: caller.userId, now }, [
    ...voucherChange(voucher, { ...voucher, softBounces: 0 }),
    reasonWrite('voucher email repeated', voucher, { reason: body.reason, who: caller.userId }, now),
  ]);
});

export const uploadRecipientsHandler = handle(
  vouchers.uploadRecipients,
  async ({ body, files, caller, now, newId }) => {
    const program = await loadProgram(body.voucherProgramId);
    mustBeOpen(program);
    await mustNotBeUploading(program);
    const { recipientsFile: file = { name: '', type: '', bytes: new Uint8Array() } } = files;
    const { metadataColumns, recipients, invalidLines } = await readRecipients(file);
    const validCount = recipients.length;
    if (invalidLines.length > 0 && (body.validRowsOnly === undefined || validCount === 0))
      return { success: false, message: 'The following data is invalid:', invalidLines, validCount };
    const id = newId();
    return beginImport(
      {
        id,
        kind: 'voucher recipients',
        input: { programId: program.id, rowCount: recipients.length, metadataColumns },
        parts: recipientParts,
        rows: recipients,
        fileName: file.name,
        message: 'Creating the voucher codes.',
        partnerId: program.partnerId,
      },
      caller,
      now,
      programChange(program, { ...program, uploadJobId: id }),
    );
  },
);

export const voidHandler = handle(vouchers.void, async ({ params, body, caller, now }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  const after = voided(voucher);
  await transact(
    ...voucherChange(voucher, after),
    ...countsWrite(voucher.programId, countsStep(voucher, after)),
    reasonWrite('voucher voided', voucher, { reason: body.reason, who: caller.userId }, now),
  );
  return { success: true, message: 'The voucher is void. Its code can no longer be redeemed.' };
});

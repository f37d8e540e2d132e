import { Refusal } from '../../../shared/refusal.ts';
import type { PublishedVoucher } from '../wrong-code-store.ts';
import { loadProgram, countsStep, countsWrite, programChange } from '../program-store.ts';
import { voucherOfToken, loadVoucher, voucherChange, allVouchers, voucherRowOf } from '../store.ts';
import { voucherTokenHash, voucherToken } from '../voucher-token.ts';
import {
  type Voucher,
  voucherStatusLabels,
  mustBeUndeliverable,
  mustBeOpenVoucher,
  voided,
  showCode,
} from '../../../shared/vouchers/voucher.ts';
import { beginJob } from '../../jobs/begin.ts';
import type { Change } from '../../table/write.ts';
import {
  afterEmailEvent,
  type EmailEvent,
  complained,
  type VoucherProgram,
} from '../../../shared/vouchers/voucher-program.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { maxRecipients } from '../../../shared/vouchers/recipient-rows.ts';
import { type SheetSource, wholeSheet } from '../../files/sheet-source.ts';
import type { CellValue } from '../../platform/sheets/write-sheet.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';
import * as z from 'zod';
import { memberEmailCameBack } from '../../members/email-came-back.ts';
import { now } from '../../platform/clock.ts';
import { markUserEmail } from '../../users/store.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { recipientStatus } from '../../../shared/vouchers/redemption.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { addressOf, loadEmailFrame, pdfOf, voucherFileName } from '../voucher-email.ts';
import { loadPartner } from '../../partners/store.ts';
import { beginImport, importIdOf } from '../../jobs/file-import.ts';
import { recipientParts } from '../recipient-parts.ts';
import { readRecipients } from '../recipients-file.ts';
import { mustBeOpen, mustNotBeUploading } from '../saved-program.ts';

/** Minimum duration of responses to links, valid or not. */
const tokenResponseMs = 300;

/** Returns the voucher of a link's token; throws the same error for an unknown token and a draft. */
async function voucherByToken(token: string): Promise<PublishedVoucher> {
  const voucher = await voucherOfToken(voucherTokenHash(token));
  const program = voucher && voucher.status !== 'draft' ? await loadProgram(voucher.programId) : undefined;
  if (!voucher || program?.batchId !== voucher.batchId) throw new Refusal('not-found', 'Voucher not found.');
  return { voucher, program };
}

/** Starts the job that sends a voucher again, in one transaction with the related changes. */
const startEmail = (
  { id, emailNumber, partnerId }: Voucher,
  { newId, userId, now }: { newId: () => string; userId: string; now: Date },
  changes: readonly Change[],
) =>
  beginJob(
    {
      id: newId(),
      kind: 'voucher email',
      input: { voucherId: id, emailNumber: emailNumber + 1 },
      total: 1,
      message: 'Sending the voucher.',
      partnerId,
    },
    { userId },
    now,
    changes,
  );

/**
 * Marks a bounced voucher, or sends it again where its rule permits. Throws if the event arrives before the email is
 * marked, so that EventBridge delivers it again.
 */
async function handleEmailEvent(id: string, event: EmailEvent, now: Date): Promise<void> {
  const before = await loadVoucher(id);
  if (event.emailNumber > before.emailNumber) throw new Error(`the email of voucher ${id} is not marked yet`);
  const decided = afterEmailEvent(before, event);
  if (!decided) return;
  const { voucher: after, isSentAgain } = decided;
  const changes = [
    ...voucherChange(before, after),
    ...countsWrite(after.programId, countsStep(before, after)),
    auditWrite(
      {
        name: after.status === 'undeliverable' ? 'voucher undeliverable' : 'voucher email came back',
        subject: `voucher ${id}`,
        who: 'email service',
        after: { kind: event.kind, reason: event.reason, emailNumber: event.emailNumber },
      },
      now,
    ),
  ];
  if (isSentAgain) await startEmail(after, { newId, userId: 'email service', now }, changes);
  else await transact(...changes);
}

function recipientsSheet(program: VoucherProgram, at: Date): SheetSource {
  const today = dateInChicago(at);
  const { batchId, endDate, displayName, metadataColumns } = program;
  return {
    name: `${displayName.slice(0, 60)} recipients ${today}.xlsx`,
    sheetName: 'Recipients',
    columns: [
      { title: 'Code', kind: 'text', width: 18 },
      { title: 'Recipient Email', kind: 'text', width: 32 },
      ...metadataColumns.map((title) => ({ title, kind: 'text' as const })),
      { title: 'Status', kind: 'text', width: 16 },
      { title: 'Facility ID', kind: 'text' },
      { title: 'Facility Name', kind: 'text', width: 28 },
      { title: 'Redeemed By', kind: 'text', width: 24 },
      { title: 'Redemption Date', kind: 'date' },
      { title: 'Problem', kind: 'text', width: 32 },
    ],
    atMost: maxRecipients,
    pages: async function* pages() {
      const rows: CellValue[][] = [];
      if (batchId !== null)
        for await (const voucher of allVouchers(batchId)) {
          const row = voucherRowOf(voucher, endDate, today);
          rows.push([
            row.code,
            row.recipientEmail,
            ...metadataColumns.map((title) => row.metadata[title] ?? ''),
            voucherStatusLabels[row.status].label,
            row.facilityNumber,
            row.facilityName,
            row.redeemedBy,
            row.redeemedOn && dateInChicago(new Date(row.redeemedOn)),
            row.emailProblem,
          ]);
        }
      yield { rows, cursor: null };
    },
  };
}

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
  async ({ body, files, caller, now, ...context }) => {
    const program = await loadProgram(body.voucherProgramId);
    mustBeOpen(program);
    const { recipientsFile: file = { name: '', type: '', bytes: new Uint8Array() } } = files;
    const id = importIdOf(body, file, { caller, ...context });
    if (program.uploadJobId !== id) await mustNotBeUploading(program);
    const { metadataColumns, recipients, invalidLines } = await readRecipients(file);
    const validCount = recipients.length;
    if (invalidLines.length > 0 && (body.validRowsOnly === undefined || validCount === 0))
      return { success: false, message: 'The following data is invalid:', invalidLines, validCount };
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

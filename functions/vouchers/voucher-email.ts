import { showMoney } from '../../shared/money.ts';
import {
  type VoucherProgram,
  afterEmail,
  afterRefusedAddress,
} from '../../shared/vouchers/voucher-program.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { loadPartner } from '../partners/store.ts';
import { linkEmail, type Email, AddressRefused, sendEmail } from '../platform/email.ts';
import { loadLogo } from './logo-file.ts';
import { fitted, validity, voucherPdf } from './voucher-pdf.ts';
import { storedToken } from './voucher-token.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { voucherChange } from './store.ts';

/** Content shared by all emails of a program. */
interface EmailFrame {
  program: VoucherProgram;
  partnerName: string;
  logo: Uint8Array | undefined;
}

export async function loadEmailFrame(program: VoucherProgram): Promise<EmailFrame> {
  const [partner, logo] = await Promise.all([
    loadPartner(program.partnerId),
    program.logo ? loadLogo(program.logo) : undefined,
  ]);
  return { program, partnerName: partner.name, logo };
}

const logoId = 'partner-logo';
export const voucherFileName = 'voucher.pdf';

export const addressOf = (token: string): string => `${process.env.SITE_ADDRESS}/voucher/${token}`;

/** Returns the printable voucher; `address` is the recipient's page. */
export function pdfOf(frame: EmailFrame, voucher: Voucher, address: string): Promise<Uint8Array> {
  const { program, partnerName, logo } = frame;
  return voucherPdf({
    program,
    partnerName,
    logo,
    code: voucher.code,
    address,
    at: new Date(program.publishedOn ?? `${program.startDate}T12:00:00Z`),
  });
}

/**
 * Returns a voucher's email with its link, the partner's logo, and the printable voucher. The same voucher and number
 * result in the same email and ID.
 */
export async function voucherEmail(frame: EmailFrame, voucher: Voucher, emailNumber: number): Promise<Email> {
  const { program, partnerName, logo } = frame;
  const amount = showMoney(program.redemptionValue);
  const address = addressOf(await storedToken(voucher));
  const email = linkEmail(
    voucher.recipientEmail,
    `Your ${amount} voucher from ${partnerName}`,
    [
      `${partnerName} gives you a voucher of ${amount}: ${program.displayName}.`,
      `${validity(program)}. Show its code at a participating club. The voucher is attached, ready to print.`,
      'This link is only for you: anyone who has it can use the voucher.',
    ],
    { title: 'View your voucher', address },
    {
      reason: `You receive this email because ${partnerName} gave us your address for this voucher.`,
      picture:
        program.logo && logo
          ? { contentId: logoId, alt: partnerName, ...fitted(program.logo, { width: 178, height: 60 }) }
          : undefined,
    },
  );
  return {
    ...email,
    tags: { voucher: voucher.id, email: String(emailNumber) },
    attachments: [
      ...(program.logo && logo
        ? [{ name: logoName(program.logo.type), type: program.logo.type, bytes: logo, contentId: logoId }]
        : []),
      { name: voucherFileName, type: 'application/pdf', bytes: await pdfOf(frame, voucher, address) },
    ],
  };
}

// do not expose the name of the uploaded file
const logoName = (type: string): string => (type === 'image/png' ? 'logo.png' : 'logo.jpg');

/**
 * Sends a voucher's next email and returns the voucher as sent, or as undeliverable if the service rejects the address.
 * Throws any other error; writes nothing.
 */
export async function emailVoucher(frame: EmailFrame, voucher: Voucher, now: Date): Promise<Voucher> {
  try {
    await sendEmail(await voucherEmail(frame, voucher, voucher.emailNumber + 1));
    return afterEmail(voucher, now.toISOString());
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return afterRefusedAddress(voucher);
  }
}

/** Returns the writes that mark a voucher's email, with its audit event; the caller updates the counts. */
export const emailMarks = (before: Voucher, after: Voucher, who: string, now: Date): Change[] => [
  ...voucherChange(before, after),
  auditWrite(
    {
      name: after.status === 'sent' ? 'voucher emailed' : 'voucher undeliverable',
      subject: `voucher ${after.id}`,
      who,
      after: { emailNumber: after.emailNumber, problem: after.emailProblem },
    },
    now,
  ),
];

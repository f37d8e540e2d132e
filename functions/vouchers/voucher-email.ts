import encodeQR from 'qr';
import { showDate } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { showCode, type Voucher } from '../../shared/vouchers/voucher.ts';
import {
  type VoucherProgram,
  afterEmail,
  afterRefusedAddress,
} from '../../shared/vouchers/voucher-program.ts';
import { newTaggedDocument, toBytes } from '../platform/pdf-document.ts';
import { printableText } from '../platform/printable-text.ts';
import { loadPartner } from '../partners/store.ts';
import { linkEmail, type Email, AddressRefused, sendEmail } from '../platform/email.ts';
import { loadLogo } from './logo-file.ts';
import { storedToken } from './voucher-token.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { voucherChange } from './store.ts';

interface Printed {
  program: VoucherProgram;
  partnerName: string;
  code: string;
  /** Address of the voucher's page, encoded in the QR code. */
  address: string;
  logo: Uint8Array | undefined;
  /** Creation date in the file, identical for a repeated email. */
  at: Date;
}

const [evergreen, ink, soft, line] = ['#0f5a43', '#1d2b26', '#4c5a54', '#c9d3cd'] as const;
const margin = 54;
const width = 612 - 2 * margin;
const [cardHeight, footHeight] = [470, 190];

const howToUse = 'Show this page or the code at a participating club. A voucher can be redeemed once.';

/** Returns a voucher as one US Letter page. */
export async function voucherPdf(printed: Printed): Promise<Uint8Array> {
  const { program, partnerName, code, at } = printed;
  const title = `Voucher: ${program.displayName}`;
  const document = newTaggedDocument(title, { margin, at });
  const bytes = toBytes(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const tagged = (type: string, draw: () => void, alt?: string) =>
    root.add(document.struct(type, { ...(alt && { alt }) }, draw));
  const text = (content: string, y: number, size: number, style: { bold?: boolean; color?: string } = {}) =>
    document
      .font(style.bold ? 'Bold' : 'Regular')
      .fontSize(size)
      .fillColor(style.color ?? ink)
      .text(printableText(content), margin + 24, y, { width: width - 48 });

  let y = margin + 28;
  const { logo } = program;
  const { logo: picture } = printed;
  if (logo && picture) {
    const box = fitted(logo, { width: 178, height: 60 });
    tagged(
      'Figure',
      () => document.image(Buffer.from(picture), margin + 24, y, box),
      `Logo of ${partnerName}`,
    );
    y += box.height + 22;
  }
  tagged('P', () => text(partnerName, y, 12, { color: soft }));
  y = document.y + 4;
  tagged('H1', () => text(program.displayName, y, 24, { bold: true, color: evergreen }));
  y = document.y + 12;
  tagged('P', () => text(showMoney(program.redemptionValue), y, 40, { bold: true }));
  y = document.y + 2;
  tagged('P', () => text(validity(program), y, 12, { color: soft }));
  // long names move the code down and extend the frame
  const foot = Math.max(margin + cardHeight - footHeight, document.y);
  document
    .roundedRect(margin, margin, width, foot + footHeight - margin, 14)
    .lineWidth(1)
    .stroke(line);
  tagged('P', () => text('Voucher code', foot + 20, 11, { color: soft }));
  tagged('P', () => text(showCode(code), foot + 38, 23, { bold: true }));
  tagged('P', () =>
    document
      .font('Regular')
      .fontSize(11)
      .fillColor(ink)
      .text(howToUse, margin + 24, foot + 78, { width: 270 }),
  );
  tagged(
    'Figure',
    () => drawQr(document, printed.address, margin + width - 174, foot + 10, 150),
    'QR code of this voucher’s page',
  );
  root.end();
  document.end();
  return bytes;
}

/** Returns the validity period as text, both days included. */
const validity = ({ startDate, endDate }: Pick<VoucherProgram, 'startDate' | 'endDate'>): string =>
  startDate === endDate
    ? `Valid on ${showDate(startDate)}`
    : `Valid from ${showDate(startDate)} to ${showDate(endDate)}`;

interface Box {
  width: number;
  height: number;
}

/** Returns the size of a picture scaled down to fit a box. */
function fitted(picture: Box, box: Box): Box {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

function drawQr(document: PDFKit.PDFDocument, content: string, x: number, y: number, size: number): void {
  const rows = encodeQR(content, 'raw', { ecc: 'medium', border: 2 });
  const square = size / rows.length;
  rows.forEach((row, down) =>
    row.forEach((dark, across) => {
      if (dark) document.rect(x + across * square, y + down * square, square + 0.05, square + 0.05);
    }),
  );
  document.fill('#000000');
}

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

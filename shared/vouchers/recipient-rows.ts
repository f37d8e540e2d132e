import * as z from 'zod';
import { email } from '../fields.ts';
import { refusalCodes } from '../refusal.ts';
import { visibleEmail, visibleText } from '../visible-text.ts';

/** Maximum size of a recipients file in bytes; the 25,600 bytes of spec 2 §9 apply to employees files. */
export const maxRecipientsFileBytes = 1_048_576;
export const maxRecipients = 10_000;
export const maxMetadataColumns = 10;
const longestTitle = 60;
const longestValue = 200;

export const recipientsTooLarge =
  'File size exceeds the limit of 1MB. Keep only the columns that you need, then upload it again.';
export const recipientsWrongKind =
  'Select a file that ends in .xlsx. Open your file in Excel or another spreadsheet program and save it as .xlsx.';

export const emailTitles = ['Email', 'E-mail', 'Email Address', 'E-mail Address', 'Recipient Email', 'Mail'];

/** Titles of our own columns, which a file must not contain: lowercase letters and digits only. */
const ownTitles = new Set([
  'code',
  'vouchercode',
  'status',
  'facility',
  'facilityid',
  'facilityidnumber',
  'facilityname',
  'redeemedby',
  'redeemedon',
  'redemptiondate',
  'emailedon',
  'problem',
]);

/** A parsed row: its address, and the other cells by title. */
export const recipientRow = z.object({
  line: z.int(),
  email: z.string(),
  metadata: z.record(z.string(), z.string()),
});
export type RecipientRow = z.output<typeof recipientRow>;

export const invalidLine = z.object({ line: z.int(), reason: z.string(), code: z.enum(refusalCodes) });
export type InvalidLine = z.output<typeof invalidLine>;

/** Returns the error in the titles of the metadata columns; `plain` is a title in lowercase letters and digits. */
export function titleError(titles: readonly string[], plain: (title: string) => string): string | undefined {
  // the table stores the cells by title, as properties of an object
  const own = titles.find((title) => ownTitles.has(plain(title)) || title in {});
  if (own) return `The column "${own}" has a reserved title. Rename it.`;
  const long = titles.find((title) => title.length > longestTitle);
  if (long) return `The title "${long.slice(0, 30)}…" is too long. Use at most ${longestTitle} symbols.`;
  const seen = new Set<string>();
  for (const title of titles) {
    if (seen.has(plain(title))) return `The column "${title}" occurs twice. Remove one of them.`;
    seen.add(plain(title));
  }
  return titles.length > maxMetadataColumns
    ? `The file has ${titles.length} columns besides Email; the maximum is ${maxMetadataColumns}.`
    : undefined;
}

const address = email('Email');

function rowError({ email: input }: RecipientRow): string | undefined {
  const read = address.safeParse(input);
  if (!read.success) {
    const message = read.error.issues[0]?.message ?? 'Email is not valid.';
    return message === 'Email is not valid.' ? `${message} Write it as name@example.com.` : message;
  }
  return undefined;
}

/** Returns an optional cell in one line without hidden symbols; a long one is shortened and ends with an ellipsis. */
function readValue(cell: string): string {
  const line = visibleText(cell)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line;
}

/**
 * Validates every row by itself and for duplicate addresses (case-insensitive); optional cells refuse no row. Returns all errors by line; a file with
 * one invalid line has no recipients.
 */
export function validateRecipients(rows: readonly RecipientRow[]): {
  recipients: RecipientRow[];
  invalidLines: InvalidLine[];
} {
  const firstLine = new Map<string, number>();
  const invalidLines: InvalidLine[] = [];
  const recipients = rows.map(({ line, metadata, ...row }) => ({
    line,
    email: visibleEmail(row.email),
    metadata: Object.fromEntries(Object.entries(metadata).map(([title, cell]) => [title, readValue(cell)])),
  }));
  for (const row of recipients) {
    const same = row.email.toLowerCase();
    const above = firstLine.get(same);
    const error = rowError(row);
    if (error !== undefined) invalidLines.push({ line: row.line, reason: error, code: 'invalid' });
    else if (above !== undefined)
      invalidLines.push({
        line: row.line,
        reason: `This email is in the file more than once, first in line ${above}.`,
        code: 'conflict',
      });
    else firstLine.set(same, row.line);
  }
  const invalid = new Set(invalidLines.map(({ line }) => line));
  return { recipients: recipients.filter(({ line }) => !invalid.has(line)), invalidLines };
}

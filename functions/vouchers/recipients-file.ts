import { Refusal } from '../../shared/refusal.ts';
import {
  emailTitles,
  maxRecipientsFileBytes,
  maxRecipients,
  recipientsTooLarge,
  recipientsWrongKind,
  titleError,
  validateRecipients,
  type InvalidLine,
  type RecipientRow,
} from '../../shared/vouchers/recipient-rows.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { findSheet } from '../platform/sheets/read-sheet.ts';
import { plainTitle } from '../platform/sheets/read-table.ts';
import { refuseFile } from '../platform/sheets/refuse-file.ts';
import { withoutSocialSecurityNumbers, withoutSummaryRows } from '../platform/sheets/file-lines.ts';

export interface RecipientsFile {
  /** Column titles besides Email, in their order. */
  metadataColumns: string[];
  recipients: RecipientRow[];
  invalidLines: InvalidLine[];
}

/** Reads and validates a recipients file; throws file errors at their field. */
export async function readRecipients(file: ReceivedFile): Promise<RecipientsFile> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof Refusal) || error.field !== 'file') throw error;
    throw new Refusal(error.code, error.message, 'recipientsFile');
  }
}

const emails = new Set(emailTitles.map(plainTitle));

async function read({ bytes, name }: ReceivedFile): Promise<RecipientsFile> {
  const limits = {
    maxBytes: maxRecipientsFileBytes,
    tooLarge: recipientsTooLarge,
    wrongKind: recipientsWrongKind,
    maxRows: maxRecipients,
    maxColumns: 50,
    // ten thousand rows of eleven cells with markup
    maxInflatedBytes: 32 * 1024 * 1024,
  };
  const search = { isTitle: (title: string) => emails.has(plainTitle(title)), fewest: 1 };
  const { sheet } = withoutSummaryRows(await findSheet(bytes, name, limits, search));
  const { notes } = withoutSocialSecurityNumbers(sheet);
  if (notes.length > 0)
    refuseFile('The file contains social security numbers. Remove them. Nothing was stored.');
  const [emailTitle, another] = sheet.header.filter((title) => emails.has(plainTitle(title)));
  if (emailTitle === undefined)
    refuseFile('The column "Email" is missing. Add it to the first line of the file.');
  if (another !== undefined)
    refuseFile(`The columns "${emailTitle}" and "${another}" could both be "Email". Remove one of them.`);
  const metadataColumns = sheet.header.filter((title) => title !== emailTitle);
  const error = titleError(metadataColumns, plainTitle);
  if (error) refuseFile(error);
  const rows = sheet.rows.map(({ line, cells }) => ({
    line,
    email: cells[emailTitle] ?? '',
    metadata: Object.fromEntries(metadataColumns.map((title) => [title, (cells[title] ?? '').trim()])),
  }));
  if (rows.length === 0) refuseFile('The file contains no recipients.');
  return { metadataColumns, ...validateRecipients(rows) };
}

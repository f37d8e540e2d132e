import { readBai2 } from '../../../shared/bank-files/bai2.ts';
import { readCsvStatement } from '../../../shared/bank-files/csv-statement.ts';
import type { StatementColumns } from '../../../shared/bank-files/inbox-file.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import type { Statement } from '../../../shared/bank-files/statement.ts';
import { readInboxFile, type InboxReading, ourParties } from '../../../shared/bank-files/inbox-reader.ts';
import { findLongLine, longLineMessage } from '../../../shared/long-line.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { readCsv } from '../../platform/sheets/read-csv.ts';
import type { SheetLine } from '../../platform/sheets/read-worksheet.ts';
import { refuseFile } from '../../platform/sheets/refuse-file.ts';

const maxNotices = 20;
const limits = { maxLine: 50_000, maxColumns: 60 };

export type ReceivedReading = Omit<InboxReading, 'kind'> & {
  kind: InboxReading['kind'];
  statement: Statement | null;
};

/**
 * Reads NACHA files and statements. Statement lines can look like NACHA entries, so other content is first read as a
 * statement. Throws for overlong lines, except in a NACHA file without line endings.
 */
export function readReceived(file: Uint8Array, selected?: StatementColumns): ReceivedReading {
  const bytes = withoutMarks(file);
  const text = new TextDecoder('latin1').decode(bytes);
  const longLine = findLongLine(text);
  if (longLine !== undefined && !isUnbroken(text)) refuseFile(longLineMessage(longLine));
  const ownAccounts = ownAccountsOf(environmentBankSettings);
  const statement = text.startsWith('101')
    ? undefined
    : (readBai2(text, ownAccounts) ??
      (longLine === undefined ? statementInColumns(bytes, ownAccounts, selected) : undefined));
  const reading = readInboxFile(
    statement ? new Uint8Array() : bytes,
    environmentBankSettings && ourParties(environmentBankSettings),
  );
  if (!statement) return { ...reading, statement: null };
  return { ...reading, kind: 'statement', notices: statement.notices.slice(0, maxNotices), statement };
}

/** Returns a file without the byte order mark that editors add, and without Ctrl-Z and zeros at its end. */
function withoutMarks(file: Uint8Array): Uint8Array {
  const start = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0;
  let end = file.length;
  while (end > start && (file[end - 1] === 0x1a || file[end - 1] === 0)) end -= 1;
  return file.subarray(start, end);
}

const isUnbroken = (text: string): boolean => /^(?:[1-9]\d|01,)/.test(text) && !/[\r\n]/.test(text.trimEnd());

/** Our accounts; without the setting, the only account of a statement is ours. */
const ownAccountsOf = (settings: BankSettings | undefined): string[] =>
  settings === undefined || settings.accountNumbers.length === 0
    ? []
    : [...settings.accountNumbers, settings.offsetAccount?.accountNumber ?? []].flat();

function statementInColumns(
  bytes: Uint8Array,
  ownAccounts: readonly string[],
  selected: StatementColumns | undefined,
): Statement | undefined {
  const rows = rowsOfTable(bytes);
  return rows && readCsvStatement(rows, ownAccounts, selected);
}

/** Returns the rows of a received table; undefined for other files. */
export function rowsOfTable(file: Uint8Array): SheetLine[] | undefined {
  const bytes = withoutMarks(file);
  if (/^(?:101|01,)/.test(Buffer.from(bytes.subarray(0, 3)).toString('latin1'))) return undefined;
  if (findLongLine(new TextDecoder('latin1').decode(bytes)) !== undefined) return undefined;
  try {
    return readCsv(bytes, limits);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

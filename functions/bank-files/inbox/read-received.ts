import { readBai2 } from '../../../shared/bank-files/bai2.ts';
import { readCsvStatement } from '../../../shared/bank-files/csv-statement.ts';
import type { Statement } from '../../../shared/bank-files/statement.ts';
import { readInboxFile, type InboxReading, ourParties } from '../../../shared/bank-files/inbox-reader.ts';
import { findLongLine, longLineMessage } from '../../../shared/long-line.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { readCsv } from '../../platform/sheets/read-csv.ts';
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
export function readReceived(bytes: Uint8Array): ReceivedReading {
  const text = new TextDecoder('latin1').decode(bytes);
  const longLine = findLongLine(text);
  if (longLine !== undefined && !isUnbroken(text)) refuseFile(longLineMessage(longLine));
  const mayBeStatement = longLine === undefined && !text.startsWith('101');
  const statement = mayBeStatement ? (readBai2(text) ?? statementInColumns(bytes)) : undefined;
  const reading = readInboxFile(
    statement ? new Uint8Array() : bytes,
    environmentBankSettings && ourParties(environmentBankSettings),
  );
  if (!statement) return { ...reading, statement: null };
  return { ...reading, kind: 'statement', notices: statement.notices.slice(0, maxNotices), statement };
}

const isUnbroken = (text: string): boolean => /^[1-9]\d/.test(text) && !/[\r\n]/.test(text.trimEnd());

function statementInColumns(bytes: Uint8Array): Statement | undefined {
  try {
    return readCsvStatement(readCsv(bytes, limits));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

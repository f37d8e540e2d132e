import { readBai2 } from '../../../shared/bank-files/statement/bai2.ts';
import { readCsvStatement } from '../../../shared/bank-files/statement/csv-statement.ts';
import type { Statement } from '../../../shared/bank-files/statement/statement.ts';
import { readInboxFile, type InboxReading } from '../../../shared/bank-files/inbox/inbox-reader.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { readCsv } from '../../platform/sheets/read-csv.ts';

const mostNotices = 20;
const limits = { maxLine: 50_000, maxColumns: 60 };

export type ReceivedReading = Omit<InboxReading, 'kind'> & {
  kind: InboxReading['kind'];
  statement: Statement | null;
};

/**
 * Reads whatever came from the bank: NACHA records, a BAI2 statement, or one in columns. Refuses nothing. What does not
 * begin as a NACHA file may be a statement, whose lines could look like entries of a file without a header.
 */
export function readReceived(bytes: Uint8Array): ReceivedReading {
  const text = new TextDecoder('latin1').decode(bytes);
  const statement = text.startsWith('101') ? undefined : (readBai2(text) ?? statementInColumns(bytes));
  const reading = readInboxFile(statement ? new Uint8Array() : bytes);
  if (!statement) return { ...reading, statement: null };
  return { ...reading, kind: 'statement', notices: statement.notices.slice(0, mostNotices), statement };
}

function statementInColumns(bytes: Uint8Array): Statement | undefined {
  try {
    return readCsvStatement(readCsv(bytes, limits));
  } catch (problem) {
    // no text in columns at all
    if (problem instanceof Refusal) return undefined;
    throw problem;
  }
}

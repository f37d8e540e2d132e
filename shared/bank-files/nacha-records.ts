import { recordLength } from './nacha-codes.ts';
import type { ReadProblem } from './nacha-parsed-file.ts';

/** Record of a received file: 94 characters and their line number. */
export type NachaRecord = { text: string; line: number };

const incompleteEnd = 'The file ends with extra characters.';

/**
 * Splits a file into records, lenient about layout: any or no line endings, missing or extra trailing blanks, blank
 * lines at the end, a byte order mark. Characters outside printable ASCII are problems because their meaning is
 * ambiguous.
 */
export function recordsOf(file: string | Uint8Array): { records: NachaRecord[]; problems: ReadProblem[] } {
  // Latin-1 maps each byte to one character, so string and byte positions are equal.
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  const content = text.replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, '').trimEnd();
  const lines = content.split(/\r\n|\n|\r/);
  const unbroken = lines.length === 1 && content.length > recordLength;
  const problems: ReadProblem[] = [];
  const records = (unbroken ? cut(content) : lines).map((whole, index): NachaRecord => {
    const line = index + 1;
    const record = whole.trimEnd();
    const note = (position: number, sentence: string): void => {
      problems.push({ about: 'layout', line, position, sentence });
    };
    const strange = record.search(/[^\x20-\x7e]/);
    if (strange !== -1) note(strange + 1, 'The character is not printable ASCII.');
    if (record.length > recordLength) {
      note(recordLength + 1, `The line has ${record.length} characters instead of 94.`);
    }
    // Only a file control may be shorter because its last field is blank.
    const endsEarly = unbroken && whole.length < recordLength;
    if (endsEarly && (!/^9\d{54,}$/.test(record) || /^9+$/.test(record))) note(1, incompleteEnd);
    return { text: record.padEnd(recordLength), line };
  });
  return { records, problems };
}

function cut(text: string): string[] {
  const records: string[] = [];
  for (let from = 0; from < text.length; from += recordLength)
    records.push(text.slice(from, from + recordLength));
  return records;
}

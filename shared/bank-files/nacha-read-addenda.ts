import { isCalendarDate } from '../calendar.ts';
import { isNachaChangeCode } from './change-codes.ts';
import { fieldOf, layout, type Field } from './nacha-layout.ts';
import type { EntryShape } from './nacha-read-entry.ts';
import type { ReadEntry, TakeDown } from './nacha-parsed-file.ts';
import type { NachaRecord } from './nacha-records.ts';
import { isNachaReturnCode } from './return-codes.ts';

const reason = { code: [4, 6], originalTrace: [7, 21], originalBank: [28, 35] } as const;
const returned = { dateOfDeath: [22, 27], information: [36, 79] } as const;
const correctedData: Field = [36, 64];
const internationalReceiver: Field = [47, 81];

/** Reads record 7 into its entry: 705 remittance, 798 change, 799 return; other types are copied. */
export function readAddenda(
  { text, line }: NachaRecord,
  entry: ReadEntry,
  shape: EntryShape,
  takeDown: TakeDown,
): void {
  const at = (field: Field): string => fieldOf(text, field);
  const wrong = (about: 'layout' | 'code', [position]: Field, sentence: string): void =>
    takeDown(about, line, position, sentence);
  const type = at(layout.addenda.typeCode);
  const code = at(reason.code).toUpperCase();
  const originalTrace = at(reason.originalTrace);
  const originalBank = at(reason.originalBank).trim();
  const numbered = type === '05' || (shape === 'international' && /^1[0-8]$/.test(type));
  if (
    numbered &&
    Number(at(layout.addenda.entrySequence).trim() || Number.NaN) !== Number(entry.trace.slice(8))
  ) {
    wrong(
      'layout',
      layout.addenda.entrySequence,
      "The addenda's entry number is not the end of the entry's trace.",
    );
  }
  if (type === '05') {
    if (!Number(at(layout.addenda.sequence)))
      wrong('layout', layout.addenda.sequence, 'The addenda has no sequence number.');
    entry.remittances.push(at(layout.addenda.information).trimEnd());
    return;
  }
  if (type === '98' || type === '99') {
    if (!/^\d{15}$/.test(originalTrace))
      wrong('layout', reason.originalTrace, 'The original trace must be 15 digits.');
  }
  if (type === '98') {
    if (!isNachaChangeCode(code)) wrong('code', reason.code, `The change code ${code} is unknown.`);
    if (at(correctedData).trim() === '') wrong('layout', correctedData, 'The corrected data is missing.');
    entry.change = { code, originalTrace, originalBank, correctedData: at(correctedData).trimEnd() };
  } else if (type === '99') {
    if (!isNachaReturnCode(code)) wrong('code', reason.code, `The return code ${code} is unknown.`);
    const information = at(returned.information).trim();
    entry.returned = {
      code,
      originalTrace,
      originalBank,
      dateOfDeath: dateOfDeath(at(returned.dateOfDeath)),
      information,
    };
  } else if (type === '02' || (shape === 'international' && /^1[0-8]$/.test(type))) {
    entry.otherAddenda.push(text);
    if (type === '10') entry.name = at(internationalReceiver).trim();
  } else {
    wrong('layout', layout.addenda.typeCode, `An addenda of type ${type} is not allowed here.`);
  }
}

// The year is in this century; 000000 and blanks mean none.
function dateOfDeath(text: string): string | undefined {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return /^\d{6}$/.test(text) && isCalendarDate(date) ? date : undefined;
}

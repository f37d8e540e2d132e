import { isCalendarDate } from '../calendar.ts';
import { fieldOf, layout, type Field } from './nacha-layout.ts';
import { isRoutingNumber, routingCheckDigit } from '../bank-accounts/routing-number.ts';

/** Reports a problem in a one-based line. */
export type Report = (line: number, field: Field, sentence: string) => void;

/** Matches a valid `YYMMDD` date of this century. */
export const isShortDate = (text: string): boolean =>
  /^\d{6}$/.test(text) && isCalendarDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);

/** Matches `hhmm`, 0000 to 2359. */
export const isShortTime = (text: string): boolean => /^([01]\d|2[0-3])[0-5]\d$/.test(text);

/** Matches the first eight digits of a routing number. */
export const isBankIdentification = (text: string): boolean =>
  /^\d{8}$/.test(text) && isRoutingNumber(text + routingCheckDigit(text));

export function checkFileHeader(line: string, report: Report): void {
  const header = layout.fileHeader;
  const expect = (right: boolean, field: Field, sentence: string): void => {
    if (!right) report(1, field, sentence);
  };
  const at = (field: Field): string => fieldOf(line, field);
  expect(line.startsWith('1'), [1, 1], 'The first line must be the file header record (1).');
  expect(at(header.priorityCode) === '01', header.priorityCode, 'The priority code must be 01.');
  const destination = at(header.destination);
  expect(
    destination.startsWith(' ') && isRoutingNumber(destination.slice(1)),
    header.destination,
    'The immediate destination must be a blank and a valid routing number.',
  );
  expect(
    /^ ?[\x21-\x7e]{9,10}$/.test(at(header.origin)) && !/^ ?0+$/.test(at(header.origin)),
    header.origin,
    'The immediate origin must be 10 characters, or a blank and 9.',
  );
  expect(isShortDate(at(header.creationDate)), header.creationDate, 'The creation date is invalid.');
  expect(isShortTime(at(header.creationTime)), header.creationTime, 'The creation time is invalid.');
  expect(
    /^[A-Z0-9]$/.test(at(header.fileIdModifier)),
    header.fileIdModifier,
    'The file ID modifier is invalid.',
  );
  expect(at(header.recordSize) === '094', header.recordSize, 'The record size must be 094.');
  expect(at(header.blockingFactor) === '10', header.blockingFactor, 'The blocking factor must be 10.');
  expect(at(header.formatCode) === '1', header.formatCode, 'The format code must be 1.');
  expect(/^\S/.test(at(header.destinationName)), header.destinationName, 'The destination name is missing.');
  expect(/^\S/.test(at(header.originName)), header.originName, 'The origin name is missing.');
}

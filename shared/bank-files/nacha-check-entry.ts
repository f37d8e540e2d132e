import type { Report } from './nacha-check-header.ts';
import { allowsDirection, meaningOfCode, type Direction } from './nacha-codes.ts';
import { fieldOf, layout, numberOf, type Field } from './nacha-layout.ts';
import { isRoutingNumber } from '../bank-accounts/routing-number.ts';
import { sameDayLimit } from './same-day.ts';

/** An entry's contribution to its batch totals; unreadable numbers count as 0. */
export type EntryFinding = {
  line: number;
  trace: string;
  bank: number;
  direction: Direction;
  amount: number;
  addendaPromised: boolean;
  addendaFound: number;
};

/**
 * Same-day batches have `SDhhmm` as the descriptive date. The network's limit does not apply to entries inside the
 * originating bank, such as offsets.
 */
const isSameDay = (header: string): boolean =>
  fieldOf(header, layout.batchHeader.descriptiveDate).startsWith('SD');

type Expect = (right: boolean, field: Field, sentence: string) => void;

/** Validates record 6 against its batch header. `lastTrace` is the previous trace in the file, or empty. */
export function checkEntryLine(
  line: string,
  number: number,
  header: string,
  lastTrace: string,
  report: Report,
): EntryFinding {
  const expect: Expect = (right, field, sentence) => {
    if (!right) report(number, field, sentence);
  };
  const fields = layout.entry;
  const at = (field: Field): string => fieldOf(line, field);
  const code = numberOf(line, fields.transactionCode) ?? 0;
  const meaning = meaningOfCode(code);
  const sent = code < 40 && (meaning?.purpose === 'payment' || meaning?.purpose === 'prenote');
  expect(sent, fields.transactionCode, 'The portal does not send this transaction code.');
  const direction = meaning?.direction ?? 'credit';
  expect(
    allowsDirection(numberOf(header, layout.batchHeader.serviceClass) ?? 0, direction),
    fields.transactionCode,
    "The entry's direction does not match the batch's service class.",
  );
  expect(isRoutingNumber(at(fields.routingNumber)), fields.routingNumber, 'The routing number is wrong.');
  expect(
    /^\d{4,17} *$/.test(at(fields.accountNumber)),
    fields.accountNumber,
    'The account number must be 4 to 17 digits.',
  );
  const amount = numberOf(line, fields.amount);
  checkAmount(amount, meaning?.purpose === 'prenote', header, at([4, 11]), expect);
  expect(
    /^[\x21-\x7e]+ *$/.test(at(fields.id)),
    fields.id,
    'The id must be 1 to 15 characters without spaces.',
  );
  expect(at(fields.name).trim() !== '', fields.name, 'The name is missing.');
  expect(
    fieldOf(header, layout.batchHeader.entryClass) !== 'WEB' || /^[RS] $/.test(at(fields.discretionaryData)),
    fields.discretionaryData,
    'A WEB entry must have payment type R (recurring) or S (single).',
  );
  expect(
    /^[01]$/.test(at(fields.addendaIndicator)),
    fields.addendaIndicator,
    'The addenda indicator must be 0 or 1.',
  );
  checkTrace(at(fields.trace), fieldOf(header, layout.batchHeader.odfi), lastTrace, expect);
  return {
    line: number,
    trace: at(fields.trace),
    bank: Number(/^\d{8}$/.test(at([4, 11])) ? at([4, 11]) : 0),
    direction,
    amount: amount ?? 0,
    addendaPromised: at(fields.addendaIndicator) === '1',
    addendaFound: 0,
  };
}

function checkAmount(
  amount: number | undefined,
  prenote: boolean,
  header: string,
  bank: string,
  expect: Expect,
): void {
  const field = layout.entry.amount;
  expect(amount !== undefined, field, 'The amount must be ten digits.');
  expect(!prenote || amount === 0, field, 'A prenote must have a zero amount.');
  expect(prenote || amount !== 0, field, 'The amount must be more than zero.');
  expect(
    (amount ?? 0) <= sameDayLimit || !isSameDay(header) || bank === fieldOf(header, layout.batchHeader.odfi),
    field,
    'A same-day entry is limited to $1,000,000.',
  );
}

function checkTrace(trace: string, originator: string, lastTrace: string, expect: Expect): void {
  const field = layout.entry.trace;
  expect(/^\d{15}$/.test(trace), field, 'The trace number must be 15 digits.');
  expect(trace.startsWith(originator), field, 'The trace number must begin with the originating bank.');
  expect(trace > lastTrace, field, 'Trace numbers must ascend within the file.');
}

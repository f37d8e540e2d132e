import { meaningOfCode, serviceClasses, type Direction } from './nacha-codes.ts';
import { fieldOf, layout, numberOf, type Field } from './nacha-layout.ts';
import type { ReadEntry, TakeDown } from './nacha-parsed-file.ts';
import type { NachaRecord } from './nacha-records.ts';
import { isRoutingNumber } from '../bank-accounts/routing-number.ts';

/** Layouts of record 6: most classes, international entries (IAT), and accounting advices (ADV). */
export type EntryShape = 'domestic' | 'international' | 'advice';

type Places = Record<'accountNumber' | 'amount' | 'id' | 'name' | 'discretionaryData' | 'trace', Field>;
const nowhere: Field = [1, 0];

const places: Record<EntryShape, Places> = {
  domestic: layout.entry,
  international: {
    ...layout.entry,
    accountNumber: [40, 74],
    id: nowhere,
    name: nowhere,
    discretionaryData: nowhere,
  },
  // Advices have the operator's routing number, the Julian date, and a sequence instead of a trace.
  advice: { ...layout.entry, accountNumber: [13, 27], amount: [28, 39], id: [49, 53] },
};

function directionOf(code: number, shape: EntryShape): Direction | undefined {
  if (shape !== 'advice') return meaningOfCode(code)?.direction;
  return code < 81 || code > 88 ? undefined : code % 2 === 1 ? 'credit' : 'debit';
}

/** Reads record 6 and records problems of its money or account. */
export function readEntry({ text, line }: NachaRecord, shape: EntryShape, takeDown: TakeDown): ReadEntry {
  const place = places[shape];
  const at = (field: Field): string => fieldOf(text, field);
  const wrong = (about: 'layout' | 'money', [position]: Field, sentence: string): void =>
    takeDown(about, line, position, sentence);
  const transactionCode = numberOf(text, layout.entry.transactionCode) ?? 0;
  const direction = directionOf(transactionCode, shape);
  if (!direction) wrong('money', layout.entry.transactionCode, 'The transaction code is unknown.');
  const amount = numberOf(text, place.amount);
  if (amount === undefined) wrong('money', place.amount, 'The amount must be digits.');
  const routingNumber = at(layout.entry.routingNumber);
  if (!isRoutingNumber(routingNumber)) {
    wrong('money', layout.entry.routingNumber, "The routing number's check digit is wrong.");
  }
  const accountNumber = at(place.accountNumber).trim();
  if (accountNumber === '') wrong('money', place.accountNumber, 'The account number is missing.');
  const trace = at(place.trace);
  if (!/^\d{15}$/.test(trace)) wrong('money', place.trace, 'The trace number must be 15 digits.');
  if (!/^[01]$/.test(at(layout.entry.addendaIndicator))) {
    wrong('layout', layout.entry.addendaIndicator, 'The addenda indicator must be 0 or 1.');
  }
  return {
    line,
    transactionCode,
    direction: direction ?? 'credit',
    routingNumber,
    accountNumber,
    amount: amount ?? 0,
    id: at(place.id).trim(),
    name: at(place.name).trim(),
    discretionaryData: at(place.discretionaryData).trim(),
    trace,
    remittances: [],
    otherAddenda: [],
  };
}

export function entryShapeOf(serviceClass: number, entryClass: string, companyName: string): EntryShape {
  if (serviceClass === serviceClasses.advice || entryClass === 'ADV') return 'advice';
  return entryClass === 'IAT' || companyName === 'IATCOR' ? 'international' : 'domestic';
}

export const accountPlaceOf = (shape: EntryShape): Field => places[shape].accountNumber;

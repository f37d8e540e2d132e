import { isCalendarDate } from '../calendar.ts';
import { entryClassRule } from './entry-classes.ts';
import { hashModulus, serviceClasses } from './nacha-codes.ts';
import type { ControlTotals } from './nacha-file.ts';
import { fieldOf, layout, numberOf, type Field } from './nacha-layout.ts';
import type { ReadBatch, TakeDown, NachaRecord } from './nacha-parsed-file.ts';
import { readAddenda, entryShapeOf, readEntry, type EntryShape } from './nacha-read-entry.ts';
import { judgeEntries } from './nacha-read-rules.ts';

const allClasses: number[] = Object.values(serviceClasses);
const advice = { debit: [21, 40], credit: [41, 60] } as const;

/** Reads a batch from its header (5) to its control (8) and records inconsistencies. */
export function readBatch(records: NachaRecord[], takeDown: TakeDown): ReadBatch {
  const [header = { text: '', line: 0 }] = records;
  const { batch, shape } = readBatchHeader(header, takeDown);
  let records6And7 = 0;
  for (const record of records.slice(1, -1)) {
    const entry = batch.entries.at(-1);
    records6And7 += 1;
    if (record.text.startsWith('6')) batch.entries.push(readEntry(record, shape, takeDown));
    else if (entry) readAddenda(record, entry, shape, takeDown);
    else takeDown('layout', record.line, 1, 'The addenda record follows no entry.');
  }
  if (batch.entries.length === 0) takeDown('layout', header.line, 1, 'The batch has no entry.');
  judgeEntries(batch, shape, new Map(records.map(({ line, text }) => [line, text])), takeDown);
  batch.totals = totalsOf(batch, records6And7);
  judgeBatchControl(header, records.at(-1) ?? header, batch.totals, shape, takeDown);
  return batch;
}

function totalsOf(batch: ReadBatch, entriesAndAddenda: number): ControlTotals {
  const totals: ControlTotals = { entriesAndAddenda, hash: 0, debit: 0, credit: 0 };
  for (const entry of batch.entries) {
    totals.hash = (totals.hash + Number(entry.routingNumber.slice(0, 8))) % hashModulus;
    totals[entry.direction] += entry.amount;
  }
  return totals;
}

function readBatchHeader(
  { text, line }: NachaRecord,
  takeDown: TakeDown,
): { batch: ReadBatch; shape: EntryShape } {
  const fields = layout.batchHeader;
  const at = (field: Field): string => fieldOf(text, field).trim();
  const wrong = ([position]: Field, sentence: string): void => takeDown('layout', line, position, sentence);
  const serviceClass = numberOf(text, fields.serviceClass) ?? 0;
  const entryClass = at(fields.entryClass).toUpperCase();
  const companyName = at(fields.companyName);
  const shape = entryShapeOf(serviceClass, entryClass, companyName);
  if (
    !allClasses.includes(serviceClass) ||
    (serviceClass === serviceClasses.advice) !== (entryClass === 'ADV')
  ) {
    wrong(fields.serviceClass, 'The service class is wrong.');
  }
  if (!entryClassRule(entryClass)) wrong(fields.entryClass, 'The entry class is unknown.');
  if (shape !== 'international' && companyName === '')
    wrong(fields.companyName, 'The company name is missing.');
  if (at(fields.companyId) === '') wrong(fields.companyId, 'The company id is missing.');
  if (at(fields.description) === '') wrong(fields.description, 'The description is missing.');
  const status = at(fields.originatorStatus);
  const statuses = { domestic: /^[12]$/, international: /^[012]$/, advice: /^0$/ };
  if (!statuses[shape].test(status)) {
    wrong(fields.originatorStatus, 'The originator status is wrong.');
  }
  if (!/^\d{8}$/.test(at(fields.odfi))) wrong(fields.odfi, 'The originating bank must be 8 digits.');
  const effective = at(fields.effectiveDate).replace(/^(\d{2})(\d{2})(\d{2})$/, '20$1-$2-$3');
  const batch: ReadBatch = {
    serviceClass,
    companyName,
    companyId: at(fields.companyId),
    entryClass,
    description: at(fields.description),
    descriptiveDate: at(fields.descriptiveDate),
    effectiveDate: isCalendarDate(effective) ? effective : undefined,
    odfi: at(fields.odfi),
    number: numberOf(text, fields.batchNumber) ?? 0,
    entries: [],
    totals: { entriesAndAddenda: 0, hash: 0, debit: 0, credit: 0 },
  };
  return { batch, shape };
}

function judgeBatchControl(
  header: NachaRecord,
  control: NachaRecord,
  totals: ControlTotals,
  shape: EntryShape,
  takeDown: TakeDown,
): void {
  const fields = layout.batchControl;
  const repeated = ['serviceClass', 'odfi', 'batchNumber'] as const;
  // Controls of advices contain the operator instead of the company ID; international controls may omit it.
  for (const field of shape === 'domestic' ? ([...repeated, 'companyId'] as const) : repeated) {
    const said = fieldOf(control.text, fields[field]).trim();
    if (said !== fieldOf(header.text, layout.batchHeader[field]).trim()) {
      takeDown(
        'layout',
        control.line,
        fields[field][0],
        "The batch control does not repeat the batch header's value.",
      );
    }
  }
  const places: [Field, number, string][] = [
    [fields.entriesAndAddenda, totals.entriesAndAddenda, 'entry and addenda count'],
    [fields.hash, totals.hash, 'entry hash'],
    [shape === 'advice' ? advice.debit : fields.debit, totals.debit, 'debit total'],
    [shape === 'advice' ? advice.credit : fields.credit, totals.credit, 'credit total'],
  ];
  for (const [field, value, name] of places) judgeTotal(control, field, value, `batch's ${name}`, takeDown);
}

/** Records a problem when a control total differs from the records. */
export function judgeTotal(
  { text, line }: NachaRecord,
  field: Field,
  value: number,
  name: string,
  takeDown: TakeDown,
): void {
  if (numberOf(text, field) === value) return;
  takeDown(
    'money',
    line,
    field[0],
    `The ${name} is ${fieldOf(text, field)}, but the records total ${value}.`,
  );
}

import { isCalendarDate } from '../../calendar.ts';
import {
  allowsDirection,
  fieldOf,
  hashModulus,
  layout,
  noTotals,
  numberOf,
  serviceClasses,
  type ControlTotals,
  type Field,
  recordLength,
  sumOfTotals,
} from './format.ts';
import {
  entryShapeOf,
  checkAddenda,
  checkAmount,
  readAddenda,
  readEntry,
  type EntryShape,
} from './read-entry.ts';
import {
  entryClassRule,
  checkTotal,
  type NachaRecord,
  type ReadBatch,
  type TakeDown,
  type ReadNachaFile,
  type ReadError,
} from './read-common.ts';
import { isRoutingNumber } from '../../bank-accounts/routing-number.ts';

const allClasses: number[] = Object.values(serviceClasses);
const advice = { debit: [21, 40], credit: [41, 60] } as const;

function readBatch(records: NachaRecord[], takeDown: TakeDown): ReadBatch {
  const [header = { text: '', line: 0 }] = records;
  const { batch, shape } = readBatchHeader(header, takeDown);
  const inside = records.slice(1, -1);
  for (const record of inside) {
    const entry = batch.entries.at(-1);
    if (record.text.startsWith('6')) batch.entries.push(readEntry(record, shape, takeDown));
    else if (entry) readAddenda(record, entry, shape, takeDown);
    else takeDown('layout', record.line, 1, 'The addenda record follows no entry.');
  }
  if (batch.entries.length === 0) takeDown('layout', header.line, 1, 'The batch has no entry.');
  checkEntries(batch, shape, new Map(records.map(({ line, text }) => [line, text])), takeDown);
  batch.totals = totalsOf(batch, inside.length);
  checkBatchControl(header, records.at(-1) ?? header, batch.totals, shape, takeDown);
  return batch;
}

function totalsOf(batch: ReadBatch, entriesAndAddenda: number): ControlTotals {
  const totals = { ...noTotals(), entriesAndAddenda };
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
  const wrong = ([position]: Field, message: string): void => takeDown('layout', line, position, message);
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
    totals: noTotals(),
  };
  return { batch, shape };
}

function checkBatchControl(
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
      const message = "The batch control does not repeat the batch header's value.";
      takeDown('layout', control.line, fields[field][0], message);
    }
  }
  const sums: [Field, number, string][] = [
    [fields.entriesAndAddenda, totals.entriesAndAddenda, 'entry and addenda count'],
    [fields.hash, totals.hash, 'entry hash'],
    [shape === 'advice' ? advice.debit : fields.debit, totals.debit, 'debit total'],
    [shape === 'advice' ? advice.credit : fields.credit, totals.credit, 'credit total'],
  ];
  for (const [field, value, name] of sums) checkTotal(control, field, value, `batch's ${name}`, takeDown);
}

function checkEntries(
  batch: ReadBatch,
  shape: EntryShape,
  lines: Map<number, string>,
  takeDown: TakeDown,
): void {
  const rule = entryClassRule(batch.entryClass);
  if (!rule) return;
  let lastTrace = '';
  for (const entry of batch.entries) {
    checkAddenda(entry, rule, shape, lines.get(entry.line) ?? '', takeDown);
    if (shape === 'advice') continue;
    const { line, trace } = entry;
    if (!trace.startsWith(batch.odfi)) {
      takeDown('money', line, layout.entry.trace[0], "The trace number must begin with the batch's bank.");
    }
    if (trace <= lastTrace) takeDown('money', line, layout.entry.trace[0], 'Trace numbers must ascend.');
    lastTrace = trace;
    // Gateways put both directions into international batches of either class; the totals separate them.
    const fits = shape === 'international' || allowsDirection(batch.serviceClass, entry.direction);
    if (!fits || (rule.direction && rule.direction !== entry.direction)) {
      const message = `A ${entry.direction} is not allowed in service class ${batch.serviceClass} and ${batch.entryClass}.`;
      takeDown('money', line, layout.entry.transactionCode[0], message);
    }
    checkAmount(entry, shape, rule, takeDown);
  }
  checkKinds(batch, takeDown);
}

/** Requires returns and forward entries in separate batches; an offset may be among returns. */
function checkKinds(batch: ReadBatch, takeDown: TakeDown): void {
  const returns = batch.entries.filter((entry) => entry.returned).length;
  const forward = batch.entries.filter(
    (entry) => !entry.returned && !entry.change && !/^offset/i.test(entry.name),
  );
  for (const entry of forward) {
    const wrong = (message: string): void => takeDown('layout', entry.line, 1, message);
    if (returns > 0) wrong('The entry is in a batch of returns but has no return addenda.');
    else if (batch.entryClass === 'COR') wrong('The 798 addenda is missing.');
  }
}

export type ReadOutcome = { file: ReadNachaFile | undefined; problems: ReadError[] };

/**
 * Reads a file from another bank: lenient about layout, strict about money. Returns no file when there are problems
 * other than unknown reason codes, whose entries are quarantined and not lost.
 */
export function readNachaFile(file: string | Uint8Array): ReadOutcome {
  const { records, problems } = recordsOf(file);
  const takeDown: TakeDown = (about, line, position, message) =>
    problems.push({ about, line, position, message });
  const header = records[0] ?? { text: '', line: 1 };
  const read = readFileHeader(header, takeDown);
  const end = records.findIndex(
    ({ text }, index) => index > 0 && text.startsWith('9') && !text.startsWith('99'),
  );
  const control = records[end];
  if (!control) takeDown('layout', records.length, 1, 'The file control record (9) is missing.');
  const inside = records.slice(1, control ? end : undefined).filter(({ text }) => !text.startsWith('99'));
  for (const run of runsOf(inside, takeDown)) read.batches.push(readBatch(run, takeDown));
  checkBatchNumbers(read.batches, takeDown);
  if (control) checkFileControl(control, read, takeDown);
  for (const { text, line } of control ? records.slice(end + 1) : []) {
    if (!text.startsWith('99')) takeDown('layout', line, 1, 'This record is after the file control.');
  }
  problems.sort((a, b) => a.line - b.line || a.position - b.position);
  return { file: problems.every(({ about }) => about === 'code') ? read : undefined, problems };
}

function readFileHeader({ text, line }: NachaRecord, takeDown: TakeDown): ReadNachaFile {
  const fields = layout.fileHeader;
  const at = (field: Field): string => fieldOf(text, field).trim();
  const wrong = ([position]: Field, message: string): void => takeDown('layout', line, position, message);
  if (!text.startsWith('1')) wrong([1, 1], 'The file header record (1) is missing.');
  const destination = at(fields.destination).replace(/^0(?=\d{9}$)/, '');
  if (!isRoutingNumber(destination))
    wrong(fields.destination, 'The immediate destination is not a routing number.');
  const origin = at(fields.origin);
  if (/^0*$/.test(origin)) wrong(fields.origin, 'The immediate origin is missing.');
  const createdOn = at(fields.creationDate).replace(/^(\d{2})(\d{2})(\d{2})$/, '20$1-$2-$3');
  if (!isCalendarDate(createdOn)) wrong(fields.creationDate, 'The creation date is invalid.');
  const fileIdModifier = at(fields.fileIdModifier).toUpperCase();
  if (!/^[A-Z0-9]$/.test(fileIdModifier)) wrong(fields.fileIdModifier, 'The file ID modifier is invalid.');
  return {
    destination,
    origin,
    destinationName: at(fields.destinationName),
    originName: at(fields.originName),
    createdOn,
    createdAt: at(fields.creationTime),
    fileIdModifier,
    reference: at(fields.reference),
    batches: [],
    totals: noTotals(),
  };
}

function runsOf(records: NachaRecord[], takeDown: TakeDown): NachaRecord[][] {
  const runs: NachaRecord[][] = [];
  let open: NachaRecord[] | undefined;
  for (const record of records) {
    const kind = record.text[0] ?? '';
    if (kind === '5') {
      if (open) takeDown('layout', record.line, 1, 'The previous batch has no control record (8).');
      open = [record];
    } else if (open && '678'.includes(kind)) {
      open.push(record);
      if (kind === '8') {
        runs.push(open);
        open = undefined;
      }
    } else {
      takeDown('layout', record.line, 1, 'This record is out of order.');
    }
  }
  if (open) takeDown('layout', open.at(-1)?.line ?? 1, 1, 'The last batch has no control record (8).');
  return runs;
}

function checkBatchNumbers(batches: ReadBatch[], takeDown: TakeDown): void {
  let last = 0;
  for (const { number, entryClass } of batches) {
    // Operators number international and advice batches independently.
    if (entryClass === 'IAT' || entryClass === 'ADV') continue;
    if (number <= last)
      takeDown('layout', 0, 0, `Batch ${number} follows batch ${last}, but batch numbers must ascend.`);
    last = number;
  }
}

function checkFileControl(control: NachaRecord, read: ReadNachaFile, takeDown: TakeDown): void {
  read.totals = sumOfTotals(read.batches.map(({ totals }) => totals));
  if (!numberOf(control.text, layout.fileControl.blocks)) {
    takeDown('layout', control.line, layout.fileControl.blocks[0], 'The block count is missing.');
  }
  const advice = read.batches.some(({ entryClass }) => entryClass === 'ADV');
  const fields = layout.fileControl;
  const places: [Field, number, string][] = [
    [fields.batches, read.batches.length, 'batch count'],
    [fields.entriesAndAddenda, read.totals.entriesAndAddenda, 'entry and addenda count'],
    [fields.hash, read.totals.hash, 'entry hash'],
    [advice ? [32, 51] : fields.debit, read.totals.debit, 'debit total'],
    [advice ? [52, 71] : fields.credit, read.totals.credit, 'credit total'],
  ];
  for (const [field, value, name] of places) checkTotal(control, field, value, `file's ${name}`, takeDown);
}

const incompleteEnd = 'The file ends with extra characters.';

/**
 * Splits a file into records, lenient about layout. Characters outside printable ASCII are problems because their
 * meaning is ambiguous.
 */
export function recordsOf(file: string | Uint8Array): { records: NachaRecord[]; problems: ReadError[] } {
  // Latin-1 maps each byte to one character, so string and byte positions are equal.
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  const content = text.replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, '').trimEnd();
  const lines = content.split(/\r\n|\n|\r/);
  const unbroken = lines.length === 1 && content.length > recordLength;
  const problems: ReadError[] = [];
  const records = (unbroken ? cut(content) : lines).map((whole, index): NachaRecord => {
    const line = index + 1;
    const record = whole.trimEnd();
    const note = (position: number, message: string): void => {
      problems.push({ about: 'layout', line, position, message });
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

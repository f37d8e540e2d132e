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
} from './read-common.ts';

const allClasses: number[] = Object.values(serviceClasses);
const advice = { debit: [21, 40], credit: [41, 60] } as const;

export function readBatch(records: NachaRecord[], takeDown: TakeDown): ReadBatch {
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

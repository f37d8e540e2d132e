import { entryClassRule, type EntryClassRule } from './entry-classes.ts';
import { allowsDirection, meaningOfCode } from './nacha-codes.ts';
import { fieldOf, layout } from './nacha-layout.ts';
import type { ReadBatch, ReadEntry, TakeDown } from './nacha-parsed-file.ts';
import type { EntryShape } from './nacha-read-entry.ts';

const mandatoryInternational = ['10', '11', '12', '13', '14', '15', '16'];

/** Validates the traces, directions, amounts, and addenda of a batch. */
export function judgeEntries(
  batch: ReadBatch,
  shape: EntryShape,
  lines: Map<number, string>,
  takeDown: TakeDown,
): void {
  const rule = entryClassRule(batch.entryClass);
  if (!rule) return;
  let lastTrace = '';
  for (const entry of batch.entries) {
    judgeAddenda(entry, rule, shape, lines.get(entry.line) ?? '', takeDown);
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
      const sentence = `A ${entry.direction} is not allowed in service class ${batch.serviceClass} and ${batch.entryClass}.`;
      takeDown('money', line, layout.entry.transactionCode[0], sentence);
    }
    judgeAmount(entry, shape, rule, takeDown);
  }
  judgeKinds(batch, takeDown);
}

function judgeAmount(entry: ReadEntry, shape: EntryShape, rule: EntryClassRule, takeDown: TakeDown): void {
  const wrong = (sentence: string): void => takeDown('money', entry.line, layout.entry.amount[0], sentence);
  const purpose = meaningOfCode(entry.transactionCode)?.purpose;
  const informs = purpose === 'prenote';
  const changeOnly = entry.change !== undefined && shape === 'domestic';
  if (entry.amount !== 0) {
    if (informs || changeOnly) wrong('An informational entry must have a zero amount.');
    return;
  }
  // Returned prenotes have a zero amount and an ordinary return code.
  const mayBeZero = informs || changeOnly || rule.zeroAmount || purpose === 'return';
  if (!mayBeZero) wrong('The amount is zero.');
}

function judgeAddenda(
  entry: ReadEntry,
  rule: EntryClassRule,
  shape: EntryShape,
  line: string,
  takeDown: TakeDown,
): void {
  const wrong = (sentence: string): void =>
    takeDown('layout', entry.line, layout.entry.addendaIndicator[0], sentence);
  const came = entry.returned !== undefined || entry.change !== undefined;
  const found = entry.remittances.length + entry.otherAddenda.length + (came ? 1 : 0);
  const promised = fieldOf(line, layout.entry.addendaIndicator) === '1';
  if (promised !== found > 0) wrong('The addenda indicator does not match the addenda records.');
  if (entry.remittances.length > rule.remittances) wrong('The entry has more addenda than its class allows.');
  if (rule.terminalAddenda && !came && entry.otherAddenda.length !== 1) wrong('The 702 addenda is missing.');
  if (rule.countsAddendaInName && Number(line.slice(54, 58)) !== found) {
    wrong('The addenda count of the entry does not match the addenda records.');
  }
  if (shape === 'international') {
    const types = new Set(entry.otherAddenda.map((record) => fieldOf(record, layout.addenda.typeCode)));
    if (mandatoryInternational.some((type) => !types.has(type)))
      wrong('A mandatory international addenda is missing.');
  }
}

/** Requires returns and forward entries in separate batches; an offset may be among returns. */
function judgeKinds(batch: ReadBatch, takeDown: TakeDown): void {
  const returns = batch.entries.filter((entry) => entry.returned).length;
  const forward = batch.entries.filter(
    (entry) => !entry.returned && !entry.change && !/^offset/i.test(entry.name),
  );
  for (const entry of forward) {
    if (returns > 0)
      takeDown('layout', entry.line, 1, 'The entry is in a batch of returns but has no return addenda.');
    else if (batch.entryClass === 'COR') takeDown('layout', entry.line, 1, 'The 798 addenda is missing.');
  }
}

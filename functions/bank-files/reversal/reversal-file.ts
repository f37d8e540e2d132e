import { type BankFile, reversingEntry } from '../../../shared/bank-files/bank-file.ts';
import { reversalDescription } from '../../../shared/bank-files/bank-flow-table.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { offsetOf } from '../../../shared/bank-files/bank-flows.ts';
import { checkNachaFile } from '../../../shared/bank-files/nacha/check-file.ts';
import { serviceClasses, meaningOfCode, type NachaBatch } from '../../../shared/bank-files/nacha/format.ts';
import { batchTotals, buildNachaFile, canonicalEntry } from '../../../shared/bank-files/nacha/write-file.ts';
import { readNachaFile } from '../../../shared/bank-files/nacha/read-file.ts';
import { fileIdModifierOf } from '../../../shared/bank-files/split-entries.ts';
import { loadBytes } from '../plan-files.ts';
import { sha256 } from '../../platform/digest.ts';

interface Moment {
  instant: string;
  effectiveDate: string;
  fileIndex: number;
  firstTrace: number;
}

export async function buildReversal(
  settings: BankSettings,
  original: Pick<BankFile, 'fileHash'>,
  traces: readonly string[],
  { instant, effectiveDate, fileIndex, firstTrace }: Moment,
) {
  const text = await loadBytes(original.fileHash);
  const { file } = readNachaFile(text ?? '');
  if (!file) throw new Error('the bytes of a file that was sent are missing');
  const wanted = new Set(traces);
  const sent = file.batches.flatMap(({ entries, entryClass, companyId }) =>
    entries.flatMap((entry) => (wanted.has(entry.trace) ? [{ entry, entryClass, companyId }] : [])),
  );
  const first = sent[0];
  if (!first || sent.length !== wanted.size) throw new Error('a line that is reversed is not in its file');
  const odfi = settings.odfi.slice(0, 8);
  const traceOf = (index: number) => odfi + String(firstTrace + index).padStart(7, '0');
  const entries = sent.map(({ entry }, index) => reversingEntry(entry, traceOf(index)));
  const direction = meaningOfCode(entries[0]?.transactionCode ?? 0)?.direction ?? 'credit';
  const batch: NachaBatch = {
    serviceClass: settings.offsetAccount ? serviceClasses.mixed : serviceClasses[direction],
    entryClass: first.entryClass,
    description: reversalDescription,
    companyId: first.companyId.trim(),
    effectiveDate,
    number: 1,
    entries,
  };
  const own = batchTotals(batch);
  batch.entries.push(...offsetOf(settings, batch, firstTrace + sent.length));
  const fileIdModifier = fileIdModifierOf(fileIndex);
  const fileText = buildNachaFile(settings, [batch], { instant: new Date(instant), fileIdModifier });
  const error = checkNachaFile(fileText, settings)[0];
  if (error) throw new Error(`a reversal that a bank would reject: ${error.message}`);
  return {
    text: fileText,
    fileHash: sha256(fileText),
    fileIdModifier,
    debit: own.debit,
    credit: own.credit,
    entries: sent.map(({ entry }, index) => ({
      originalTrace: entry.trace,
      trace: traceOf(index),
      amount: entry.amount,
      name: entry.name.trim(),
      entryDigest: sha256(canonicalEntry(batch, reversingEntry(entry, traceOf(index)))),
    })),
  };
}

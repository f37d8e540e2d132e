import { Refusal } from '../refusal.ts';
import { nachaBatches, type BankLine, type FlowBatch } from './bank-flows.ts';
import type { BankSettings } from './bank-settings.ts';
import { amountLimit, maximumLines, totalLimit, type NachaBatch } from './nacha/format.ts';
import { buildNachaFile } from './nacha/write-file.ts';

/** `hasRemittance`: the text of the addenda is written when the file is built. */
type SplitLine = Pick<BankLine, 'amount' | 'remittance'> & { hasRemittance?: boolean };

const recordsOf = ({ remittance, hasRemittance }: SplitLine): number =>
  remittance === undefined && !hasRemittance ? 1 : 2;

/**
 * Splits batches into the fewest files in the same order: at most 10,000 lines, totals within control records, and
 * offsets within entry limits.
 */
export function splitEntries<Line extends SplitLine, Rest extends object>(
  settings: BankSettings,
  batches: readonly (Rest & { lines: Line[] })[],
): (Rest & { lines: Line[] })[][] {
  const offset = settings.offsetAccount ? 1 : 0;
  const mostMoney = (offset ? amountLimit : totalLimit) - 1;
  const files: (Rest & { lines: Line[] })[][] = [];
  let file: (Rest & { lines: Line[] })[] = [];
  let records = 2;
  let money = 0;
  for (const batch of batches) {
    let part: Line[] = [];
    for (const line of batch.lines) {
      const opening = part.length === 0 ? 2 + offset : 0;
      if (
        file.length > 0 &&
        (records + opening + recordsOf(line) > maximumLines || money + line.amount > mostMoney)
      ) {
        files.push(file);
        file = [];
        part = [];
        records = 2;
        money = 0;
      }
      if (part.length === 0) {
        file.push({ ...batch, lines: part });
        records += 2 + offset;
      }
      part.push(line);
      records += recordsOf(line);
      money += line.amount;
    }
  }
  if (file.length > 0) files.push(file);
  return files;
}

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const maximumFilesPerDay = modifiers.length;
export const tooManyFiles =
  'The bank accepts 36 files per day from one origin. Send the rest on the next day.';

/** Returns the modifier of a zero-based daily position: A to Z, then 0 to 9. Throws for the 37th file. */
export function fileIdModifierOf(place: number): string {
  const modifier = modifiers[place];
  if (modifier === undefined) throw new Refusal('conflict', tooManyFiles);
  return modifier;
}

export type WrittenBankFile = { text: string; fileIdModifier: string; batches: NachaBatch[] };

/** Writes the files of a run one at a time to limit memory use. Traces continue across files from `firstTrace`. */
export function* writeBankFiles(
  settings: BankSettings,
  batches: FlowBatch[],
  moment: { instant: Date; firstFile?: number; firstTrace?: number; reference?: string },
): Generator<WrittenBankFile> {
  let firstTrace = moment.firstTrace ?? 1;
  for (const [index, file] of splitEntries(settings, batches).entries()) {
    const fileIdModifier = fileIdModifierOf((moment.firstFile ?? 0) + index);
    const written = nachaBatches(settings, file, firstTrace);
    const { instant, reference } = moment;
    yield {
      text: buildNachaFile(settings, written, { instant, fileIdModifier, reference }),
      fileIdModifier,
      batches: written,
    };
    firstTrace += written.reduce((entries, batch) => entries + batch.entries.length, 0);
  }
}

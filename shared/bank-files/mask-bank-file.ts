import { maskAccountNumber } from '../bank-accounts/account-number.ts';
import { changedAccountPosition } from './nacha/change-codes.ts';
import { recordLength, fieldOf, layout, numberOf, type Field } from './nacha/format.ts';
import { accountPositionOf, entryShapeOf, type EntryShape } from './nacha/read-entry.ts';

const correctedDataFrom = 36;

function maskField(line: string, [from, to]: Field): string {
  const text = fieldOf(line, [from, to]);
  const number = text.trim();
  const masked = text.replace(number, maskAccountNumber(number));
  return line.slice(0, from - 1) + masked + line.slice(to);
}

function maskRecord(line: string, shape: EntryShape): string {
  if (line.startsWith('6')) return maskField(line, accountPositionOf(shape));
  if (!line.startsWith('798')) return line;
  const range = changedAccountPosition(line.slice(3, 6).toUpperCase());
  return range ? maskField(line, [correctedDataFrom + range[0], correctedDataFrom + range[1] - 1]) : line;
}

export function maskBankFile(text: string): string {
  let shape: EntryShape = 'domestic';
  return text.replaceAll(/[^\r\n]+/g, (content) => {
    let masked = '';
    // Content longer than a record has no line endings.
    for (let from = 0; from < content.length; from += recordLength) {
      const line = content.slice(from, from + recordLength);
      if (line.startsWith('5')) {
        const { serviceClass, entryClass, companyName } = layout.batchHeader;
        const sec = fieldOf(line, entryClass).toUpperCase();
        shape = entryShapeOf(numberOf(line, serviceClass) ?? 0, sec, fieldOf(line, companyName).trim());
      }
      masked += maskRecord(line, shape);
    }
    return masked;
  });
}

import { Refusal } from '../../../shared/refusal.ts';

/** Says no to the uploaded file as a whole; the sentence is shown at the file field. */
export function refuseFile(sentence: string): never {
  throw new Refusal('invalid', sentence, 'file');
}

/** Says no to a file whose insides do not hold together. */
export function refuseDamaged(): never {
  refuseFile('This file is damaged or is not an Excel workbook. Save it again as .xlsx and try again.');
}

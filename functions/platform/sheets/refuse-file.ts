import { Refusal } from '../../../shared/refusal.ts';

/** Refuses the uploaded file with a message at the file field. */
export function refuseFile(message: string): never {
  throw new Refusal('invalid', message, 'file');
}

/** Refuses a damaged file. */
export function refuseDamaged(): never {
  refuseFile('This file is damaged or is not an Excel workbook. Save it again as .xlsx and try again.');
}

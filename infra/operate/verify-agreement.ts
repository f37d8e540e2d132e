import { readFile } from 'node:fs/promises';
import { readSeal } from '../../functions/enrollment/agreement-seal.ts';
import { contractNumber } from '../../shared/enrollment/agreement.ts';
import { UserError } from '../local/tools/user-error.ts';

const broken = {
  broken: 'The seal is broken: at least one byte of this file was changed, added, or removed.',
  missing:
    'This file has no seal. It was signed before seals were introduced, its end is missing, or it is not an agreement.',
};

/** Verifies a file's seal and returns the result; throws UserError if it is broken. */
export async function verifyAgreement(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new UserError(`File ${file || '(missing name)'} not found.`);
  const { seal, hash } = readSeal(bytes);
  if (seal !== 'intact') throw new UserError(broken[seal]);
  return [
    'The seal is intact: no byte of this file was changed.',
    `Contract number ${contractNumber(hash)}. It is an agreement of the portal if the portal shows this number.`,
    `SHA-256 ${hash}`,
  ].join('\n');
}

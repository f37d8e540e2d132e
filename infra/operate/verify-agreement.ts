import { readFile } from 'node:fs/promises';
import { readSeal } from '../../functions/enrollment/agreement-seal.ts';
import { contractNumber } from '../../shared/enrollment/agreement.ts';
import { UserError } from '../local/user-error.ts';

const broken = {
  broken: 'This file is not as it was sealed: at least one byte of it was changed, added or removed.',
  missing:
    'This file has no seal. It was signed before agreements had one, its end is missing, or it is no agreement.',
};

/** What a file's own seal says, in words; throws a UserError where it does not hold. */
export async function verifyAgreement(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new UserError(`There is no file ${file || '(name one)'}.`);
  const { seal, hash } = readSeal(bytes);
  if (seal !== 'intact') throw new UserError(broken[seal]);
  return [
    'This file is as it was sealed: no byte of it was changed.',
    `Contract number ${contractNumber(hash)}. It is the agreement of the portal if the portal shows this number.`,
    `SHA-256 ${hash}`,
  ].join('\n');
}

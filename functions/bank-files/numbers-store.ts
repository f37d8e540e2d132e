import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

const bankNumbers = z.object({
  origin: z.string(),
  date: z.string(),
  files: z.int(),
  /** IDs of that day's files, for strongly consistent reads. */
  fileIds: z.array(z.string()).default([]),
  nextTrace: z.int(),
  version: z.int(),
});
export type BankNumbers = z.output<typeof bankNumbers>;
const bankNumbersEntity = entity({
  name: 'bank numbers',
  schema: bankNumbers,
  key: ({ origin }) => keys.bankNumbers(origin),
});

export const loadBankNumbers = async (origin: string): Promise<BankNumbers> =>
  (await get(bankNumbersEntity, keys.bankNumbers(origin))) ?? {
    origin,
    date: '',
    files: 0,
    fileIds: [],
    nextTrace: 1,
    version: 0,
  };

export const numbersInUse = new Refusal(
  'conflict',
  'Another file was sent at the same time. Nothing was sent. Send it again.',
);

export const bankNumbersChange = (before: BankNumbers, after: BankNumbers): Change[] =>
  change(bankNumbersEntity, before.version === 0 ? null : before, after, { lost: numbersInUse });

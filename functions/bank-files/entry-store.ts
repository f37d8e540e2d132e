import { bankFileAttempt, type BankFileAttempt } from '../../shared/bank-files/bank-file.ts';
import { bankFileEntry, type BankFileEntry } from '../../shared/bank-files/sent-entry.ts';
import { Refusal } from '../../shared/refusal.ts';
import { sha256 } from '../platform/digest.ts';
import { putOnce } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { eachItem, parseRow, queryItems } from '../table/table.ts';
import { remove } from '../table/delete-item.ts';

/** Returns a payment's key in bank files: 15 characters that are repeated in returns. */
export const lineKeyOf = (paymentId: string): string => sha256(paymentId).slice(0, 15).toUpperCase();

const movedOn = () =>
  new Refusal('conflict', 'Someone else updated this bank file. Reload to see the changes.');

/** Creates a file entry; must be in the transaction that reserves its payment. */
export const addEntry = (fileId: string, line: BankFileEntry): Change =>
  putOnce({ ...keys.bankFileLine(fileId, line.trace), entity: 'bank file line', ...line }, movedOn());

export const removeEntry = (fileId: string, trace: string): Change => ({
  item: remove(keys.bankFileLine(fileId, trace)),
});

const lineEntity = entity({
  name: 'bank file line',
  schema: bankFileEntry,
  key: ({ trace }) => keys.bankFileLine('', trace),
});

export async function linesOf(
  fileId: string,
  after: string | undefined,
  limit: number,
): Promise<{ lines: BankFileEntry[]; last: string | null }> {
  const { pk, sk } = keys.bankFileLine(fileId, '');
  const page = await queryItems(pk, { beginsWith: sk, after: after ? `${sk}${after}` : undefined, limit });
  const lines = page.items.map((item) => parseRow(lineEntity, item));
  return { lines, last: page.last ? (lines.at(-1)?.trace ?? null) : null };
}

export const attemptAdded = (fileId: string, attempt: BankFileAttempt): Change =>
  putOnce(
    {
      ...keys.bankFileAttempt(fileId, String(attempt.attempt).padStart(4, '0')),
      entity: 'bank file attempt',
      ...attempt,
    },
    movedOn(),
  );

export async function attemptsOf(fileId: string): Promise<BankFileAttempt[]> {
  const attempts: BankFileAttempt[] = [];
  const { pk, sk } = keys.bankFileAttempt(fileId, '');
  for await (const item of eachItem(pk, sk)) attempts.push(bankFileAttempt.parse(item));
  return attempts;
}

import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import {
  bankFileAttempt,
  bankFileEntry,
  type BankFileAttempt,
  type BankFileEntry,
} from '../../shared/bank-files/bank-file.ts';
import { lastSent, seriesOf, type SelectedPayment, type LastSent } from '../../shared/bank-files/bank-run.ts';
import { Refusal } from '../../shared/refusal.ts';
import { sha256 } from '../platform/digest.ts';
import { putOnce, type Change } from '../table/change.ts';
import { tableName } from '../table/client.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { eachItem, getMany, parseRow, queryItems } from '../table/table.ts';
import { bankAccountEntity, type BankAccountRecord } from '../bank-accounts/store.ts';

/**
 * Bank accounts by payee as they are stored now, still sealed; of a replaced one that which is used at the instant `at`.
 */
export async function accountsNow(
  payeeTokens: readonly (string | null)[],
  at: Date,
): Promise<Map<string, BankAccountRecord>> {
  const wanted = [...new Set(payeeTokens)].filter((token) => token !== null);
  const found = await getMany(bankAccountEntity, wanted.map(keys.bankAccount), { consistent: true });
  return new Map(found.map((account) => [account.payeeToken, accountAt(account, at)]));
}

const lastSentEntity = entity({
  name: 'last payment sent',
  schema: lastSent,
  key: ({ payeeToken, series }) => keys.lastSent(payeeToken, series),
});

/** What was last sent to each of these payees for the same partner, by payment id. */
export async function lastSentOf(lines: readonly SelectedPayment[]): Promise<Map<string, LastSent>> {
  const keyOf = ({ payment, account }: SelectedPayment) =>
    keys.lastSent(account.payeeToken, seriesOf(payment));
  const wanted = new Map(lines.map((line) => [`${keyOf(line).pk}|${keyOf(line).sk}`, keyOf(line)]));
  const found = new Map(
    (await getMany(lastSentEntity, [...wanted.values()])).map((last) => [
      `${last.payeeToken}|${last.series}`,
      last,
    ]),
  );
  const byPayment = lines.map(({ payment, account }): [string, LastSent | undefined] => [
    payment.id,
    found.get(`${account.payeeToken}|${seriesOf(payment)}`),
  ]);
  return new Map(byPayment.filter((pair): pair is [string, LastSent] => pair[1] !== undefined));
}

/** Remembers what was sent last; several of one series in one chunk leave the last. */
export const lastSentChanges = (sent: readonly LastSent[]): Change[] =>
  [...new Map(sent.map((last) => [`${last.payeeToken}|${last.series}`, last])).values()].map((last) => ({
    item: {
      Put: {
        TableName: tableName(),
        Item: { ...keys.lastSent(last.payeeToken, last.series), entity: lastSentEntity.name, ...last },
      },
    },
  }));

/** A payment's key inside bank files: 15 characters that come back when a bank returns the entry. */
export const lineKeyOf = (paymentId: string): string => sha256(paymentId).slice(0, 15).toUpperCase();

const movedOn = () => new Refusal('conflict', 'This bank file moved on meanwhile. Reload it.');

/** Writes a line of a file; written once, in the transaction that reserves its payment. */
export const addEntry = (fileId: string, line: BankFileEntry): Change =>
  putOnce({ ...keys.bankFileLine(fileId, line.trace), entity: 'bank file line', ...line }, movedOn());

export const removeEntry = (fileId: string, trace: string): Change => ({
  item: { Delete: { TableName: tableName(), Key: keys.bankFileLine(fileId, trace) } },
});

const lineEntity = entity({
  name: 'bank file line',
  schema: bankFileEntry,
  key: ({ trace }) => keys.bankFileLine('', trace),
});

/** A page of a file's lines in the order of the file; `after` is the trace of the last line seen. */
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

/** Every try to hand a file over, the first one first. */
export async function attemptsOf(fileId: string): Promise<BankFileAttempt[]> {
  const attempts: BankFileAttempt[] = [];
  const { pk, sk } = keys.bankFileAttempt(fileId, '');
  for await (const item of eachItem(pk, sk)) attempts.push(bankFileAttempt.parse(item));
  return attempts;
}

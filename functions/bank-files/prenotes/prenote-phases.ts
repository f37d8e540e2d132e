import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { firstUseAfterPrenote } from '../../../shared/bank-files/effective-date.ts';
import type { PlannedPrenote, PrenotePlan } from '../../../shared/bank-files/run-plan.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { loadBankAccountsNow } from '../../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { accountChange } from '../../bank-accounts/account-write-store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { addEntry, removeEntry } from '../entry-store.ts';
import { storeFileBytes } from '../plan-files.ts';
import { addSentEntry, removeSentEntry } from '../sent-entry-store.ts';
import { cancelAll, statusChange, type PhaseContext, type PhaseStep, type SendPhases } from '../phase.ts';
import { buildPrenotes } from './prenote-file.ts';

/** Four transaction items per prenote (of 100): account, waiting row, file entry, and sent entry. */
const linesAtOnce = 20;

type Context = PhaseContext<PrenotePlan, PlannedPrenote>;

export const prenotePhases: Pick<
  SendPhases<PrenotePlan, PlannedPrenote>,
  'reserve' | 'build' | 'submit' | 'cancel'
> = {
  reserve: reserveStep,
  build: buildStep,
  submit: submitStep,
  cancel: cancelStep,
};

const isPrenotedBy = (account: BankAccountRecord, file: BankFile): boolean =>
  account.prenote?.sent?.bankFileId === file.id;

async function accountsOf(lines: readonly PlannedPrenote[]): Promise<Map<string, BankAccountRecord>> {
  const accounts = await loadBankAccountsNow(lines.map(({ payeeToken }) => payeeToken));
  return new Map(accounts.map((account) => [account.payeeToken, account]));
}

async function reserveStep({ file, files, lines, from, who, now }: Context): Promise<PhaseStep> {
  const chunk = lines.slice(from, from + linesAtOnce);
  const accounts = await accountsOf(chunk);
  const changes: Change[] = [];
  for (const { payeeToken, accountVersion, trace, name, lastFour } of chunk) {
    const stored = accounts.get(payeeToken);
    if (stored && isPrenotedBy(stored, file)) continue;
    if (!stored || stored.version !== accountVersion)
      return cancelAll(files, `The bank account of ${name} changed.`, who, now);
    const { effectiveDate, bankFlow, id: bankFileId } = file;
    const usableFrom = firstUseAfterPrenote(effectiveDate);
    const account = accountAt(stored, new Date(file.startedAt));
    changes.push(
      ...accountChange(stored, {
        ...account,
        prenote: { bankFlow, sent: { bankFileId, trace, effectiveDate, usableFrom } },
      }),
      addEntry(bankFileId, { kind: 'prenote', trace, name, lastFour, amount: 0 }),
      addSentEntry({
        purpose: 'prenote',
        trace,
        bankFileId,
        payeeToken,
        amount: 0,
        fingerprint: account.fingerprint,
        lastFour,
        name,
        effectiveDate,
      }),
    );
  }
  const next = from + chunk.length;
  if (next === lines.length) changes.push(...statusChange(file, 'reserved', now));
  return { changes, done: chunk.length, next, message: 'Preparing the prenotes.' };
}

async function buildStep({ file, files, plan, planned, lines, who, now }: Context): Promise<PhaseStep> {
  const accounts = await accountsOf(lines);
  const request = lines.flatMap(({ payeeToken }) => accounts.get(payeeToken) ?? []);
  const changed = request.length < lines.length || request.some((account) => !isPrenotedBy(account, file));
  if (!environmentBankSettings || changed) return cancelAll(files, 'A bank account changed.', who, now);
  const built = await buildPrenotes(environmentBankSettings, file.bankFlow, request, {
    instant: plan.instant,
    effectiveDate: file.effectiveDate,
    fileIndex: planned.place,
    firstTrace: file.firstTrace,
  });
  if (built.fileHash !== file.fileHash) return cancelAll(files, 'A bank account changed.', who, now);
  await storeFileBytes(built.fileHash, built.text);
  return {
    changes: statusChange(file, 'ready', now),
    done: 0,
    next: 0,
    message: 'The file was built and checked.',
  };
}

function submitStep({ file, lines, who, now }: Context): Promise<PhaseStep> {
  const after = { name: file.name, fileHash: file.fileHash, prenotes: lines.length };
  const event = { name: 'bank file sent', subject: `bank file ${file.id}`, who, after } as const;
  return Promise.resolve({
    changes: [...statusChange(file, 'submitted', now), auditWrite(event, now)],
    done: lines.length,
    next: lines.length,
    message: 'The prenotes were sent.',
  });
}

async function cancelStep({ file, lines, from, now }: Context): Promise<PhaseStep> {
  const chunk = lines.slice(from, from + linesAtOnce);
  const accounts = await accountsOf(chunk);
  const changes = chunk.flatMap(({ payeeToken, trace }): Change[] => {
    const account = accounts.get(payeeToken);
    if (!account?.prenote || !isPrenotedBy(account, file)) return [];
    return [
      ...accountChange(account, { ...account, prenote: { ...account.prenote, sent: null } }),
      removeEntry(file.id, trace),
      removeSentEntry(trace),
    ];
  });
  const next = from + chunk.length;
  if (next === lines.length) changes.push(...statusChange(file, 'canceled', now));
  return { changes, done: 0, next, message: 'Canceling the file.' };
}

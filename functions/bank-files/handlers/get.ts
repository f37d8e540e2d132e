import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import {
  lastReversalDate,
  reversalDate,
  reversalError,
} from '../../../shared/bank-files/reversal/reversal.ts';
import { handle } from '../../handle.ts';
import { attemptsOf, linesOf } from '../entry-store.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadBankFile } from '../store.ts';

const linesAtOnce = 100;

export const handler = handle(bankFiles.get, async ({ params, query, caller, now }) => {
  const file = await loadBankFile(params.bankFileId);
  const { lines, last } = await linesOf(file.id, query.cursor, linesAtOnce);
  const names = await loadUserNames(
    [file.sentBy, file.approvedBy, file.resolution?.askedBy, file.reversal?.askedBy].filter(
      (id) => typeof id === 'string',
    ),
  );
  return {
    ...file,
    sentByName: names.get(file.sentBy) ?? '',
    approvedByName: names.get(file.approvedBy ?? '') ?? '',
    requestedByName: names.get(file.resolution?.askedBy ?? '') ?? '',
    isRequestedByCaller: file.resolution?.askedBy === caller.userId,
    reversibleUntil: reversibleUntil(file, now),
    reversalRequestedByName: names.get(file.reversal?.askedBy ?? '') ?? '',
    isReversalRequestedByCaller: file.reversal?.askedBy === caller.userId,
    attemptsMade: await attemptsOf(file.id),
    lines: lines.map((line) => ({ ...line, paymentId: line.kind === 'payment' ? line.paymentId : null })),
    nextCursor: last,
  };
});

function reversibleUntil(file: BankFile, now: Date): string | null {
  const settings = environmentBankSettings;
  if (!settings || reversalError(file, reversalDate(settings, now))) return null;
  return lastReversalDate(file.effectiveDate);
}

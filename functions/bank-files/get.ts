import { bankFiles } from '../../shared/bank-files/contract.ts';
import { handle } from '../platform/handle.ts';
import { attemptsOf, linesOf } from './entry-store.ts';
import { loadUserNames } from './user-name-store.ts';
import { loadBankFile } from './store.ts';

const linesAtOnce = 100;

export const handler = handle(bankFiles.get, async ({ params, query, caller }) => {
  const file = await loadBankFile(params.bankFileId);
  const { lines, last } = await linesOf(file.id, query.cursor, linesAtOnce);
  const names = await loadUserNames(
    [file.sentBy, file.approvedBy, file.resolution?.askedBy].filter((id) => typeof id === 'string'),
  );
  return {
    ...file,
    sentByName: names.get(file.sentBy) ?? '',
    approvedByName: names.get(file.approvedBy ?? '') ?? '',
    askedByName: names.get(file.resolution?.askedBy ?? '') ?? '',
    isAskedByCaller: file.resolution?.askedBy === caller.userId,
    attemptsMade: await attemptsOf(file.id),
    lines,
    nextCursor: last,
  };
});

import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { resolveUnknown } from '../sending/resolve-unknown.ts';

export const handler = handle(bankFiles.resolveFile, async ({ params, body, caller, now }) => {
  const confirmed = await resolveUnknown(params.bankFileId, body, { userId: caller.userId, now });
  const message = confirmed
    ? body.outcome === 'arrived'
      ? 'The file is marked as delivered. Its payments are being submitted.'
      : 'The file is being canceled. Its payments are Pending again.'
    : body.outcome === 'withdrawn'
      ? 'Request withdrawn. The portal will check for the file within five minutes.'
      : 'Another administrator must confirm this with the PIN. Nothing has changed yet.';
  return { success: true, message, confirmed };
});

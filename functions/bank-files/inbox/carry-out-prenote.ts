import type { InboxEntry } from '../../../shared/bank-files/inbox/inbox-file.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { canMove, moveMember } from '../../../shared/members/membership-status.ts';
import { memberStatusChange } from '../../members/status-change.ts';
import type { Change } from '../../table/write.ts';
import { sentEntryChange } from '../sent-entry-store.ts';
import { accountHeld, type CarriedOut, type Decider, type ReturnedPayment } from './carry-out.ts';

/** Applies a returned prenote: holds the account for any return code, because its bank rejected an entry. */
export function carryOutPrenote(entry: InboxEntry, match: ReturnedPayment, decider: Decider): CarriedOut {
  const { sent, account } = match;
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const { inboxFileId, position, code } = entry;
  const marked = sentEntryChange(sent, { ...sent, returnedBy: { inboxFileId, position, code } });
  const { meaning, outcome } = returnCode(code);
  if (!account || account.fingerprint !== sent.fingerprint)
    return {
      entry: {
        ...entry,
        status: 'applied',
        reason: `${meaning}. The payee has changed accounts, so the new account is not held.`,
      },
      changes: marked,
    };
  const needsPerson = outcome !== 'account-invalid' && outcome !== 'retry';
  return {
    entry: {
      ...entry,
      status: needsPerson ? 'case' : 'applied',
      reason: `${meaning}. The prenote came back, so the account is held until there are new bank details.`,
      notice: 'to send',
    },
    changes: [...marked, ...accountHeld(account, code, decider), ...suspended(match, decider)],
  };
}

function suspended({ member, sent }: ReturnedPayment, decider: Decider): Change[] {
  const today = dateInChicago(decider.now);
  const pays = member?.withdrawalPayeeToken === sent.payeeToken;
  if (!member || !pays || !canMove(member, 'invalidateAccount', { today })) return [];
  const after = moveMember(member, 'invalidateAccount', { today });
  return memberStatusChange(
    member,
    after,
    { accountInvalidatedOn: after.accountInvalidatedOn ?? null },
    decider,
  );
}

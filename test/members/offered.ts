import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import { call } from '../support/call.ts';

const conditions = {
  activeEnrollments: members.hasActiveFacilityEnrollments,
  bankingRequired: accounts.bankingCheck,
  reimbursementEnabled: accounts.reimbursementCheck,
};

export async function offeredTo(user: User): Promise<string[]> {
  const requested = await Promise.all(
    Object.entries(conditions).map(async ([name, endpoint]) => {
      const { body } = await call(endpoint, user, { query: { membersGuids: user.memberIds } });
      return body === true ? [name] : [];
    }),
  );
  return requested.flat();
}

import { requiredAccounts } from '../../shared/accounts/bank-details.ts';
import { accounts } from '../../shared/accounts/contract.ts';
import { handle } from '../platform/handle.ts';
import { loadMemberships } from './memberships.ts';

export const handler = handle(accounts.bankingCheck, async ({ query, caller, now }) =>
  (await loadMemberships(caller, query.memberIds, now)).some(({ member, terms }) => {
    const { withdrawal, deposit } = requiredAccounts(terms, member);
    return withdrawal || deposit;
  }),
);

import { visitEmailChoicesOf } from '../../../shared/accounts/visit-emails.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { handle } from '../../handle.ts';
import { loadMember } from '../../members/store.ts';

export const handler = handle(visits.emailChoices, async ({ query }) =>
  visitEmailChoicesOf(await loadMember(query.memberId)),
);

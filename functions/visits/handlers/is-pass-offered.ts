import { mayHavePass } from '../../../shared/visits/access-pass/access-pass.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { loadMembers } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../../settings/store.ts';

export const handler = handle(visits.isPassOffered, async ({ query }) => {
  const [members, flags] = await Promise.all([loadMembers(query.memberIds), loadFeatureFlags()]);
  return members.some((member) => mayHavePass(member, flags));
});

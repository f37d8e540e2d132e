import { members } from '../../../shared/contracts/members.ts';
import { invalidationsOf } from '../../../shared/members/standing.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../store.ts';

export const handler = handle(members.invalidations, async ({ query }) =>
  (await loadMembers(query.memberIds)).flatMap(invalidationsOf),
);

import { members } from '../../../shared/contracts/members.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../store.ts';

export const handler = handle(members.hasActiveFacilityEnrollments, async ({ query }) =>
  (await loadMembers(query.memberIds)).some(isEnrolled),
);

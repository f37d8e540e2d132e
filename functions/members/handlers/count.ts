import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import { countOfMembers } from '../member-row-store.ts';

export const handler = handle(members.count, async ({ query }) => ({ count: await countOfMembers(query) }));

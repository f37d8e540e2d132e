import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { checkKeyFob } from '../../../shared/enrollment/enroll.ts';
import { loadKeyFobs } from '../../employees/store.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(enrollment.checkKeyFob, async ({ query }) => {
  const [member, [keyFob]] = await Promise.all([
    loadMember(query.memberId),
    loadKeyFobs([query.keyFobNumber]),
  ]);
  checkKeyFob(member, keyFob, query.keyFobNumber);
  return { success: true };
});

import { visits } from '../../../shared/contracts/visits.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { saveVisitEmails } from '../../members/save-visit-emails.ts';
import { isStopToken } from '../../members/visit-email-link.ts';

const none = { firstVisit: false, goal: false, reminder: false };

export const handler = handle(visits.stopEmails, async ({ query: { memberId, token }, now }) => {
  if (!(await isStopToken(memberId, token)))
    throw new Refusal(
      'not-found',
      'This link does not work. Open the link in your latest email about visits.',
    );
  await saveVisitEmails(memberId, none, 'link in an email', now);
  return { success: true, message: 'You no longer receive emails about visits.' };
});

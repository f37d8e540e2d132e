import { visits } from '../../../shared/contracts/visits.ts';
import { handle } from '../../handle.ts';
import { saveVisitEmails } from '../../members/save-visit-emails.ts';

export const handler = handle(
  visits.saveEmailChoices,
  async ({ body: { memberId, ...choices }, caller, now }) => {
    await saveVisitEmails(memberId, choices, caller.userId, now);
    return { success: true, message: 'Your emails about visits were saved.' };
  },
);

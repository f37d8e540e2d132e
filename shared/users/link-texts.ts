import type { InvitationState } from '../enrollment/invitation.ts';

// without schemas, so that pages of emailed links show them before the code of requests loads

/** The same message for invalid, used, replaced, and expired links. */
export const invalidLink =
  'This link is not valid. It was used, replaced by a newer one, or has expired. Open the link in the newest email, or request a new one.';

/** The fault of an invitation, shown to the holder of its link. */
export const invitationSentences: Record<Exclude<InvitationState, 'open'>, string> = {
  used: 'This invitation was accepted already. Log in with your email.',
  expired: 'This invitation has expired. Request a new one from your employer or insurer.',
};

/** The duration of an enrollment in the invitation's email and on the pages. */
export const enrollmentDuration = 'about five minutes';

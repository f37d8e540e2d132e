import {
  checkFiling,
  dueDate,
  type CaseKind,
  type PrivacyCase,
  closedCase,
  extended,
  hasAction,
  withdrawnCase,
} from '../../../shared/privacy/privacy-case.ts';
import { sendEmail } from '../../platform/email.ts';
import { transact } from '../../table/transact.ts';
import { caseEvent } from '../case-actions.ts';
import { filedEmail, closedEmail, extendedEmail, confirmationEmail } from '../case-email.ts';
import { caseChange, casesOf, pageOfCases, loadCase, findCase } from '../case-store.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { handle } from '../../handle.ts';
import { invitationStatusName } from '../../../shared/members/member.ts';
import { loadMembers } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadUserNames } from '../../users/store.ts';
import { digestOf, newToken } from '../../platform/digest.ts';
import { loadGuestRequest, saveGuestRequest } from '../guest-request-store.ts';
import { findLoginAndMembers } from '../person-store.ts';
import { showDate } from '../../../shared/calendar.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { requireSolvedCaptcha } from '../../site/captcha.ts';
import { submissionIdOf } from '../../site/send-once.ts';
import { recordSiteEmail } from '../../site/site-email-count-store.ts';
import { Refusal } from '../../../shared/refusal.ts';

interface Filing {
  id: string;
  owner: string;
  userId: string | null;
  memberIds: string[];
  name: string;
  email: string;
  kind: CaseKind;
  details: string;
  /** When the request arrived; the deadline of a deletion begins with the verified identity. */
  filedAt: Date;
}

/** Files a request of a person with a verified identity, and emails the confirmation of receipt. */
async function fileCase({ filedAt, ...filing }: Filing, now: Date): Promise<PrivacyCase> {
  checkFiling(filing.kind, await casesOf(filing.owner), now);
  const filed: PrivacyCase = {
    ...filing,
    status: 'open',
    filedAt: filedAt.toISOString(),
    dueOn: dueDate(filing.kind, filing.kind === 'deletion' ? now : filedAt),
    actions: [],
    answer: '',
    closedAt: null,
    version: 0,
  };
  await transact(
    ...caseChange(null, filed),
    caseEvent('privacy request filed', filed, filing.userId ?? 'guest', now),
  );
  await sendEmail(filedEmail(filed));
  return filed;
}

export const casesHandler = handle(privacy.cases, async ({ query }) => pageOfCases(query));

export const caseDetailsHandler = handle(privacy.caseDetails, async ({ params }) => {
  const stored = await loadCase(params.owner, params.caseId);
  const [members, names] = await Promise.all([
    loadMembers(stored.memberIds),
    loadUserNames(stored.actions.map(({ who }) => who)),
  ]);
  const partners = new Map(
    (await Promise.all([...new Set(members.map(({ partnerId }) => partnerId))].map(loadPartner))).map(
      ({ id, name }) => [id, name],
    ),
  );
  return {
    ...stored,
    hasLogin: stored.userId !== null,
    actions: stored.actions.map(({ who, ...action }) => ({ ...action, whoName: names.get(who) ?? '' })),
    memberships: members.map((member) => ({
      memberId: member.id,
      name: `${member.firstName} ${member.lastName}`,
      partnerName: partners.get(member.partnerId) ?? '',
      statusName: invitationStatusName(member.invitationStatus),
      facilityName: member.facilityName,
    })),
  };
});

export const closeCaseHandler = handle(privacy.closeCase, async ({ params, body, caller, now }) => {
  const stored = { ...(await loadCase(params.owner, params.caseId)), version: body.version };
  const after = closedCase(stored, body.outcome, body.answer, now);
  await transact(
    ...caseChange(stored, after),
    caseEvent('privacy request closed', stored, caller.userId, now, { outcome: body.outcome }),
  );
  await sendEmail(closedEmail(stored, body.outcome, body.answer));
  return { success: true, message: `The request is ${body.outcome}. We emailed the answer.` };
});

export const confirmRequestHandler = handle(privacy.confirmRequest, async ({ body, now }) => {
  const { form, caseId, filedAt } = await loadGuestRequest(body.token, now);
  const { user, members } = await findLoginAndMembers(form.email);
  const person = user ?? members[0];
  const owner = user?.id ?? digestOf(`privacy ${form.email.toLowerCase()}`);
  const filed =
    (await findCase(owner, caseId)) ??
    (await fileCase(
      {
        id: caseId,
        owner,
        userId: user?.role === 'member' ? user.id : null,
        memberIds: members.map(({ id }) => id),
        // the form's name is text of a guest, which must not address the member or reach the employer
        name: person ? `${person.firstName} ${person.lastName}` : form.name,
        email: form.email,
        kind: form.kind,
        details: form.details ?? '',
        filedAt: new Date(filedAt),
      },
      now,
    ));
  return { success: true, dueOn: filed.dueOn };
});

export const extendCaseHandler = handle(privacy.extendCase, async ({ params, body, caller, now }) => {
  const stored = { ...(await loadCase(params.owner, params.caseId)), version: body.version };
  const after = extended(stored, caller.userId, body.reason, now);
  await transact(
    ...caseChange(stored, after),
    caseEvent('privacy request extended', stored, caller.userId, now, { reason: body.reason }),
  );
  await sendEmail(extendedEmail(after, body.reason));
  return { success: true, message: `The request is due on ${showDate(after.dueOn)}.` };
});

export const fileAsGuestHandler = handle(
  privacy.fileAsGuest,
  async ({ body, header, source, now, newId }) => {
    const { useCaptcha } = await loadFeatureFlags();
    if (useCaptcha)
      await requireSolvedCaptcha(header('g-recaptcha-response'), submissionIdOf('privacy', '', body), now);
    await recordSiteEmail(source, now);
    const token = newToken();
    await saveGuestRequest(token, newId(), body, now);
    await sendEmail(confirmationEmail(body.email, token));
    return { success: true, message: 'Open the link in the email that we sent you to file the request.' };
  },
);

export const fileOwnCaseHandler = handle(privacy.fileOwnCase, async ({ body, caller, now, newId }) => {
  const { user } = caller;
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const { dueOn } = await fileCase(
    {
      id: newId(),
      owner: user.id,
      userId: user.id,
      memberIds: user.memberIds,
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      kind: body.kind,
      details: body.details ?? '',
      filedAt: now,
    },
    now,
  );
  return { success: true, message: `Your request was filed. We respond by ${showDate(dueOn)}.` };
});

export const ownCasesHandler = handle(privacy.ownCases, async ({ caller }) =>
  (await casesOf(caller.userId)).map((stored) => ({ ...stored, isExtended: hasAction(stored, 'extended') })),
);

export const withdrawCaseHandler = handle(privacy.withdrawCase, async ({ params, caller, now }) => {
  const stored = await loadCase(caller.userId, params.caseId);
  await transact(
    ...caseChange(stored, withdrawnCase(stored, now)),
    caseEvent('privacy request withdrawn', stored, caller.userId, now),
  );
  return { success: true, message: 'Your request was withdrawn.' };
});

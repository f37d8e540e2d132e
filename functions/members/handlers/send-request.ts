import { checkTransferTarget } from '../../../shared/enrollment/transfer.ts';
import { members } from '../../../shared/contracts/members.ts';
import { checkRequest, type MemberRequest } from '../../../shared/members/requests/request.ts';
import { loadFacility } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailRequest } from '../request-email.ts';
import { findRequest, requestChange } from '../request-store.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.sendRequest, async ({ body, caller, now }) => {
  const { memberId, kind, facilityId = '', note = '' } = body;
  const [member, known, to] = await Promise.all([
    loadMember(memberId),
    findRequest(memberId, kind),
    kind === 'clubChange' ? loadFacility(facilityId) : null,
  ]);
  checkRequest(member, known, to);
  if (to) checkTransferTarget(to);
  const request: MemberRequest = {
    memberId,
    kind,
    partnerId: member.partnerId,
    memberName: `${member.firstName} ${member.lastName}`,
    fromName: member.facilityName ?? '',
    facilityId: to?.id ?? null,
    facilityName: to?.name ?? '',
    lostNumber: kind === 'lostKeyFob' ? (member.keyFobNumber ?? '') : '',
    note,
    status: 'open',
    answer: '',
    requestedAt: now.toISOString(),
    answeredAt: null,
    version: known?.version ?? 0,
  };
  await transact(
    ...requestChange(known ?? null, request),
    auditWrite(
      {
        name: 'member request sent',
        subject: `member ${memberId}`,
        partnerId: member.partnerId,
        who: caller.userId,
        after: { kind, facilityId: request.facilityId, lostNumber: request.lostNumber },
      },
      now,
    ),
  );
  await emailRequest(request);
  return {
    success: true,
    message: 'Your request was sent. You will receive an email with the decision.',
  };
});

import type * as z from 'zod';
import { checkTransferTarget } from '../../shared/enrollment/transfer.ts';
import {
  checkRequest,
  type memberRequestForm,
  type MemberRequest,
} from '../../shared/members/requests/request.ts';
import { loadFacility } from '../facilities/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { emailRequest } from './request-email.ts';
import { findRequest, requestChange } from './request-store.ts';
import { loadMember } from './store.ts';

type NewRequest = z.output<typeof memberRequestForm> & { memberId: string };

/** Stores a member's request and emails it to those who decide. Throws ('conflict') if the same request is open. */
export async function sendRequest(
  { memberId, kind, facilityId = '', note = '' }: NewRequest,
  who: string,
  now: Date,
): Promise<void> {
  const [member, existing, to] = await Promise.all([
    loadMember(memberId),
    findRequest(memberId, kind),
    kind === 'clubChange' ? loadFacility(facilityId) : null,
  ]);
  checkRequest(member, existing, to);
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
    version: existing?.version ?? 0,
  };
  await transact(
    ...requestChange(existing ?? null, request),
    auditWrite(
      {
        name: 'member request sent',
        subject: `member ${memberId}`,
        partnerId: member.partnerId,
        who,
        after: { kind, facilityId: request.facilityId, lostNumber: request.lostNumber },
      },
      now,
    ),
  );
  await emailRequest(request);
}

import {
  memberRequest,
  requestColumns,
  requestKind,
  type MemberRequest,
  type RequestKind,
} from '../../shared/members/member-request.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import { entity, sortsBy, type Sorts } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, type ListQuery } from '../table/list.ts';
import { get, getMany } from '../table/table.ts';
import type { Change } from '../table/write.ts';

/** Open requests first, oldest at the top. */
const sortsOf = ({ status, requestedAt, memberName, kind }: MemberRequest): Sorts =>
  sortsBy(requestColumns, {
    status: `${status === 'open' ? 0 : 1} ${requestedAt}`,
    requestedAt,
    memberName,
    kind,
  });

const requestEntity = entity({
  name: 'member request',
  schema: memberRequest,
  key: ({ memberId, kind }) => keys.memberRequest(memberId, kind),
  inList: (request) => ({
    list: lists.memberRequests(),
    sorts: sortsOf(request),
    words: [request.memberName],
  }),
  alsoInLists: (request) =>
    request.kind === 'lostKeyFob'
      ? [
          {
            key: keys.memberRequestOfPartner(request.memberId, request.kind),
            list: lists.lostKeyFobs(request.partnerId),
            sorts: sortsOf(request),
            words: [request.memberName],
            // an answer from the list states the stored version
            row: { ...request, version: request.version + 1 },
          },
        ]
      : [],
});

export const pageOfRequests = (
  partnerId: string | null,
  listQuery: ListQuery,
): Promise<Page<MemberRequest>> =>
  pageOfList(
    listOf(
      partnerId === null ? lists.memberRequests() : lists.lostKeyFobs(partnerId),
      requestColumns,
      requestEntity,
    ),
    listQuery,
  );

export const findRequest = (memberId: string, kind: RequestKind): Promise<MemberRequest | undefined> =>
  get(requestEntity, keys.memberRequest(memberId, kind));

export const requestsOfMember = (memberId: string): Promise<MemberRequest[]> =>
  getMany(
    requestEntity,
    requestKind.options.map((kind) => keys.memberRequest(memberId, kind)),
  );

export const requestDecided = 'This request was already decided. Reload the page to see the decision.';

/** Returns the writes that remove a request of an erased member. */
export const requestRemoved = (request: MemberRequest): Change[] =>
  change(requestEntity, request, null, { lost: new Refusal('conflict', requestDecided) });

export const requestChange = (before: MemberRequest | null, after: MemberRequest): Change[] =>
  change(requestEntity, before, after, { lost: new Refusal('conflict', requestDecided) });

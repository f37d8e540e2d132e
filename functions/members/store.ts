import * as z from 'zod';
import { hasWithdrawnConsent, mayWithdrawConsent } from '../../shared/members/health-consent.ts';
import { keyFobStatusInUse, keyFobStatusName } from '../../shared/employees/key-fob.ts';
import { enrollment, type Enrollment } from '../../shared/enrollment/enrollment.ts';
import {
  deleted,
  waitingToDelete,
  invitationStatusName,
  member,
  type Member,
  rosterMember,
  type RosterMember,
} from '../../shared/members/member.ts';
import { isMove } from '../../shared/members/membership-status.ts';
import { Refusal } from '../../shared/refusal.ts';
import { memberRowOf, memberRowColumns } from '../../shared/members/member-row.ts';
import { rosterSorts } from './roster-sorts.ts';
import { now } from '../platform/clock.ts';
import { memberEvents } from '../integrations/webhooks/member-events.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { remove } from '../table/delete-item.ts';
import { entity, sortsBy, type ListEntry, type ListItem } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { put } from '../table/put-item.ts';
import { get, getMany, mustGet, parseRow, queryItems } from '../table/table.ts';
import { memberEmail, membershipContinues, membershipEmail } from './email-content.ts';
import type { ReplacedItems } from '../table/put-back.ts';
import { getItem } from '../table/get-item.ts';
import { getItems } from '../table/batch-get-items.ts';
import { activationRecord, plannedEndSteps } from './activation-store.ts';
import { membershipCountSteps } from './membership-count-store.ts';

const addressOf = (partnerId: string): string => `member-email#${partnerId}`;

const wordsOf = (record: Member): (string | null)[] => [
  `${record.firstName} ${record.lastName}`,
  `${record.lastName} ${record.firstName}`,
  record.email,
  record.keyFobNumber,
];

/** Returns a member's items in the lists of all members and of the facility. */
function memberListItems(record: Member): ListItem[] {
  const row = memberRowOf(record);
  const sorts = sortsBy(memberRowColumns, {
    memberFirstName: `${row.memberFirstName} ${row.memberLastName}`,
    memberLastName: `${row.memberLastName} ${row.memberFirstName}`,
    keyFobNumber: row.keyFobNumber,
    memberDateOfBirth: row.memberDateOfBirth,
    planName: row.planName,
    facilityName: row.facilityName,
    facilityNumber: row.facilityNumber,
    memberStatus: row.memberStatus,
  });
  const entry = { sorts, words: wordsOf(record), row };
  return [
    { ...entry, key: keys.memberRow(record.id), list: lists.members() },
    ...(record.facilityId === null
      ? []
      : [
          {
            ...entry,
            key: keys.memberRow(record.id, '-OF-FACILITY'),
            list: lists.membersOfFacility(record.facilityId),
          },
        ]),
  ];
}

const consentKey = (id: string) => keys.memberRow(id, '-OF-CONSENT');

/** Returns the keys that a member with the right is listed and counted under. */
export const consentKeys = ({ id, partnerId }: Pick<Member, 'id' | 'partnerId'>) => [
  consentKey(id),
  keys.count(lists.membersWithConsents(partnerId)),
];

/** Returns the entry of a member who can withdraw the consent to share visits (visit-tally-store.ts). */
const consentListItem = ({ id, partnerId, addedAt, mayWithdrawSince: since }: Member): ListItem => ({
  key: consentKey(id),
  list: lists.membersWithConsents(partnerId),
  sorts: sortsBy(['memberId'], { memberId: id }),
  row: { memberId: id, since: since === undefined || since === addedAt ? null : since },
});

export const formerUserColumns = ['name'] as const;

/** Returns the list entry of a former member whom the partner's directory still names. */
const formerUserEntry = ({ partnerId, firstName, lastName, directory }: Member): ListEntry | null =>
  directory === undefined || directory.removed || directory.successorId !== undefined
    ? null
    : {
        list: lists.formerUsers(partnerId),
        sorts: sortsBy(formerUserColumns, { name: `${lastName} ${firstName}` }),
      };

export const memberEntity = entity({
  name: 'member',
  schema: member,
  key: ({ id }) => keys.member(id),
  inList: (record) =>
    record.invitationStatus === deleted
      ? formerUserEntry(record)
      : {
          list: lists.employees(record.partnerId),
          sorts: rosterSorts(
            {
              keyFobNumber: record.keyFobNumber,
              keyFobStatusName: record.keyFobNumber ? keyFobStatusName(keyFobStatusInUse(record)) : null,
              memberFirstName: record.firstName,
              memberLastName: record.lastName,
              memberEmail: record.email,
              // within a status by name; the part before # is the status (roster-store.ts)
              invitationStatusDescription: `${invitationStatusName(record.invitationStatus)} #${record.lastName} ${record.firstName}`,
              programEnrollmentDate: record.enrolledOn,
              facilityName: record.facilityName,
              facilityNumber: record.facilityId,
            },
            hasWithdrawnConsent(record) ? {} : (record.visitMonths ?? {}),
          ),
          words: wordsOf(record),
        },
  alsoInLists: (record) => [
    ...(record.invitationStatus === deleted ? [] : memberListItems(record)),
    ...(mayWithdrawConsent(record) ? [consentListItem(record)] : []),
  ],
  // an address is unique among a partner's current members
  unique: ({ partnerId, email, invitationStatus }) =>
    invitationStatus === deleted ? [] : [{ kind: addressOf(partnerId), value: email.toLowerCase() }],
});

/** Returns the addresses (lowercase) that members of the partner have already. */
export async function addressesInUse(partnerId: string, addresses: readonly string[]): Promise<Set<string>> {
  const names = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const kind = addressOf(partnerId);
  const items = await getItems(names.map((name) => keys.unique(kind, name)));
  const inUse = new Set(items.map(({ pk }) => String(pk)));
  return new Set(names.filter((name) => inUse.has(keys.unique(kind, name).pk)));
}

/** Returns the ID of the partner's current member with an email. */
export async function memberKeyOfEmail(partnerId: string, email: string): Promise<string | undefined> {
  const item = await getItem(keys.unique(addressOf(partnerId), email.toLowerCase()));
  return /^MEMBER#(.+)\|MEMBER$/.exec(String(item?.owner))?.[1];
}

export const loadMember = (id: string): Promise<Member> =>
  mustGet(memberEntity, keys.member(id), 'Member not found.');

export const findMember = (id: string): Promise<Member | undefined> => get(memberEntity, keys.member(id));

/** Returns the member among items before a change; null if the change added the member. */
export function memberIn({ items }: ReplacedItems, memberId: string): Member | null {
  const { pk, sk } = keys.member(memberId);
  const item = items.find(({ key }) => key.pk === pk && key.sk === sk)?.before;
  return item ? parseRow(memberEntity, item) : null;
}

/** Returns members by ID, optionally with a consistent read. */
export const loadMembers = (
  ids: readonly string[],
  options: { consistent?: boolean } = {},
): Promise<Member[]> => getMany(memberEntity, ids.map(keys.member), options);

/** Returns the compared attributes of members, because reading whole members dominates the cost of 200,000 rows. */
export async function loadRosterMembers(ids: readonly string[]): Promise<RosterMember[]> {
  const items = await getItems(ids.map(keys.member), { only: Object.keys(rosterMember.shape) });
  return items.map((item) => rosterMember.parse(item));
}

/** Refusal of a change to a member that changed since. */
export const memberConflict = (): Refusal =>
  new Refusal('conflict', 'Someone else changed this member. Reload and try again.');

/** Values of a member that the employer's directory contains; visits and consents are none of them. */
const directoryValues = ({
  firstName,
  lastName,
  email,
  phone,
  employeeNumber,
  invitationStatus,
  directory,
}: Member): string =>
  JSON.stringify([
    [firstName, lastName, email, phone, employeeNumber ?? null, directory ?? null],
    invitationStatus === deleted || invitationStatus === waitingToDelete,
  ]);

/**
 * Returns a member with the time of the addition, of the last change of the directory's values, and of the right to
 * withdraw the consent to share visits.
 */
export function datedMember(before: Member | null, member: Member): Member {
  const at = now().toISOString();
  const since = before === null ? (member.addedAt ?? at) : (before.mayWithdrawSince ?? at);
  const after =
    mayWithdrawConsent(before ?? member) || mayWithdrawConsent(member)
      ? { ...member, mayWithdrawSince: since }
      : member;
  if (before === null) return { ...after, addedAt: after.addedAt ?? at };
  const isDated = after.changedAt !== before.changedAt;
  return isDated || directoryValues(before) === directoryValues(after) ? after : { ...after, changedAt: at };
}

/**
 * Returns the writes of a member and the partner's counts, with refusals for a taken address and a lost race. Throws if
 * no event leads to the new status; only `moveMember` changes statuses. `isConfirmed`: the caller emails the turn of the
 * membership itself.
 */
export function memberChange(
  before: Member | null,
  member: Member,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Change[] {
  const after = datedMember(before, member);
  if (before && !isMove(before.invitationStatus, after.invitationStatus))
    throw new Error(`no event moves a member from ${before.invitationStatus} to ${after.invitationStatus}`);
  return [
    ...membershipCountSteps(before, after),
    ...activationRecord(before, after),
    ...plannedEndSteps(before, after),
    ...memberEvents(before, after),
    ...(isConfirmed ? waitingEmailRemoved(after.id) : membershipEmailWaits(before, after)),
    ...change(memberEntity, before, after, {
      lost: memberConflict(),
      duplicates: {
        [addressOf(after.partnerId)]: new Refusal(
          'conflict',
          `Email must be unique. Item with ${after.email} already exist.`,
          'email',
        ),
      },
    }),
  ];
}

const waitingEmail = z.object({
  content: memberEmail,
  storedAt: z.string(),
  /** The email that this one replaced before it was started. */
  replaced: memberEmail.optional(),
});
const waitingEmailEntity = entity({
  name: 'membership email',
  schema: waitingEmail,
  key: ({ content: { memberId } }) => keys.membershipEmail(emailShardOf(memberId), memberId),
});
export type WaitingEmail = z.output<typeof waitingEmail>;

const emailShards = 8;
const emailShardOf = (memberId: string): number =>
  Buffer.from(memberId).reduce((sum, byte) => sum + byte, 0) % emailShards;

/** Returns the write that stores the email about a turn; a later turn replaces an email that was not started yet. */
export function membershipEmailWaits(before: Member | null, after: Member | undefined): Change[] {
  const content = before && after && membershipEmail(before, after);
  if (!content) return [];
  const record: WaitingEmail = { content, storedAt: now().toISOString() };
  const { name } = waitingEmailEntity;
  const key = waitingEmailEntity.key(record);
  const stored = (email: WaitingEmail) => put({ ...key, entity: name, ...email });
  const write = async () => {
    const item = await getItem(key);
    const waiting = item && parseRow(waitingEmailEntity, item);
    if (!waiting) return stored(record);
    if (content.subject !== membershipContinues) return stored({ ...record, replaced: waiting.content });
    // without the email about the end, none follows about its undo, but the one about the turn before
    return waiting.replaced ? stored({ ...record, content: waiting.replaced }) : remove(key);
  };
  // a late write is not a part of the change that can be undone
  return [{ late: { size: () => 1, writes: async () => [{ item: await write() }] } }];
}

/** Returns the write that removes the email about an earlier turn that was not started yet. */
const waitingEmailRemoved = (memberId: string): Change[] => [
  {
    late: {
      size: () => 1,
      writes: async () => [{ item: remove(keys.membershipEmail(emailShardOf(memberId), memberId)) }],
    },
  },
];

/** Yields the emails about turns that were not started yet, a page of each shard. */
export async function* waitingMembershipEmails(): AsyncGenerator<WaitingEmail> {
  for (let shard = 0; shard < emailShards; shard += 1) {
    const { items } = await queryItems(keys.membershipEmail(shard, '').pk, { limit: 100 });
    for (const item of items) yield parseRow(waitingEmailEntity, item);
  }
}

/** Returns the write that removes an email unless a later turn replaced it. */
export const membershipEmailStarted = ({ content: { memberId }, storedAt }: WaitingEmail): Change => ({
  item: remove(keys.membershipEmail(emailShardOf(memberId), memberId), {
    text: 'attribute_not_exists(pk) or storedAt = :storedAt',
    values: { ':storedAt': storedAt },
  }),
  refusal: new Refusal('conflict', 'A later turn of the membership replaced this email.'),
});

/** Returns the condition that a member has not changed since it was read. */
export const unchangedMember = ({ id, version }: Member): Change =>
  conditionCheck(keys.member(id), 'version = :version', { ':version': version }, memberConflict());

/**
 * Returns the writes that reserve a member for returned dues that become Pending again: an end of the membership at the
 * same time does not write these dues, so one of the two must conflict at the member.
 */
export const reservedMember = (member: Member): Change[] => memberChange(member, member);

export const enrollmentEntity = entity({
  name: 'enrollment',
  schema: enrollment,
  key: ({ partnerId, facilityId, memberId }) => keys.enrollment(partnerId, facilityId, memberId),
});

/** Returns the enrollments of members at a facility, former ones included. */
export const enrollmentsAt = (
  facilityId: string,
  members: readonly Pick<Member, 'partnerId' | 'id'>[],
): Promise<Enrollment[]> =>
  getMany(
    enrollmentEntity,
    members.map(({ partnerId, id }) => keys.enrollment(partnerId, facilityId, id)),
  );

export const enrollmentChange = (before: Enrollment | null, after: Enrollment): Change[] =>
  change(enrollmentEntity, before, after, {
    lost: new Refusal('conflict', 'This enrollment changed in the meantime. Reload and try again.'),
  });

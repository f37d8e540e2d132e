import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { noMembershipLeft } from '../../../shared/employees/employee-rows.ts';
import { rosterMayChangeEmail } from '../../../shared/employees/changes/identity-changes.ts';
import { withEmail } from '../../../shared/employees/membership-rules.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { isActiveUser, resourceIdOf, type DesiredUser } from '../../../shared/integrations/scim/user.ts';
import { deleted, waitingToDelete, type Member } from '../../../shared/members/member.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import { newMember } from '../../../shared/members/new-member.ts';
import { revokeInvitation } from '../../employees/end-membership.ts';
import { membershipGuards } from '../../employees/membership-guard-store.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { memberChanged } from '../../members/member-changed.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { memberChange, addressesInUse } from '../../members/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { directoryWrites } from './directory-store.ts';
import { endMembership } from './end-user.ts';
import type { Person } from './load-user.ts';

/** Context of a change by a client. */
export interface ScimContext {
  partnerId: string;
  who: string;
  now: Date;
  newId: () => string;
}

const directoryOf = ({ userName, email, externalId }: DesiredUser): NonNullable<Member['directory']> => ({
  userName: userName.toLowerCase() === email.toLowerCase() ? null : userName,
  externalId,
});

const memberFieldsOf = ({ firstName, lastName, email, phone, employeeNumber }: DesiredUser) => ({
  firstName,
  lastName,
  email,
  phone,
  employeeNumber,
});

/** Adds a person to the roster, by the rules of the form, or a person without membership if the user is not active. */
export async function createUser(desired: DesiredUser, context: ScimContext): Promise<Member> {
  const { partnerId, newId } = context;
  const added: Member = {
    ...newMember({ ...memberFieldsOf(desired), id: newId(), partnerId, dateOfBirth: null }),
    directory: directoryOf(desired),
  };
  if (desired.active) return addMember(added, context, []);
  const inactive = moveMember(added, 'leave', {
    today: dateInChicago(context.now),
    membersPay: false,
    isCollecting: false,
  });
  await transact(
    ...memberChange(null, inactive),
    ...(await directoryWrites(null, inactive)),
    memberChanged(inactive, { fields: [] }, context),
  );
  return { ...inactive, version: 1 };
}

/** Adds a membership; `root` is the first one of a person who returns. */
async function addMember(
  member: Member,
  { partnerId, who, now }: ScimContext,
  root: readonly [Member, Member] | readonly [],
): Promise<Member> {
  const [{ numberOfMemberships }, { used }, addresses] = await Promise.all([
    mustLoadGroupMembership(partnerId),
    membershipCounts(partnerId),
    addressesInUse(partnerId, [member.email]),
  ]);
  if (addresses.has(member.email.toLowerCase()))
    throw new ScimError(409, 'Another member of the roster has this email.', 'uniqueness');
  if (used >= numberOfMemberships) throw new ScimError(403, noMembershipLeft(numberOfMemberships));
  const [before, after] = root;
  await transact(
    ...(before && after ? memberChange(before, after) : []),
    ...memberChange(null, member),
    ...(await directoryWrites(before ?? null, member)),
    ...membershipGuards(partnerId, numberOfMemberships),
    auditWrite(
      {
        name: 'employees uploaded',
        subject: `partner ${partnerId}`,
        who,
        after: { uploaded: 1, member: member.id },
      },
      now,
    ),
  );
  return { ...member, version: 1 };
}

const fieldNames = ['firstName', 'lastName', 'email', 'phone', 'employeeNumber'] as const;

/** Returns the changed fields. An enrolled member's email is not changed, as by a roster file. */
function changesOf(member: Member, desired: DesiredUser): Partial<Member> {
  const wanted = memberFieldsOf(desired);
  const entries = fieldNames
    .filter((name) => (member[name] ?? null) !== wanted[name])
    .filter((name) => name !== 'email' || wanted.email.toLowerCase() !== member.email.toLowerCase())
    .filter((name) => name !== 'email' || mayChangeEmail(member))
    .map((name) => [name, wanted[name]]);
  const directory = {
    ...member.directory,
    ...directoryOf({ ...desired, email: emailAfter(member, desired) }),
  };
  const isSame =
    (member.directory?.userName ?? null) === directory.userName &&
    (member.directory?.externalId ?? null) === directory.externalId;
  return { ...Object.fromEntries(entries), ...(!isSame && { directory }) };
}

const mayChangeEmail = ({ invitationStatus }: Member): boolean =>
  invitationStatus === deleted || rosterMayChangeEmail(invitationStatus);

const emailAfter = (member: Member, { email }: DesiredUser): string =>
  mayChangeEmail(member) ? email : member.email;

/** Changes a person; writes nothing if nothing differs. Returns the current membership. */
export async function saveUser(person: Person, desired: DesiredUser, context: ScimContext): Promise<Member> {
  const { member } = person;
  const changes = changesOf(member, desired);
  if (desired.active && member.invitationStatus === deleted) return rejoin(person, changes, context);
  if (desired.active && member.invitationStatus === waitingToDelete)
    throw new ScimError(
      400,
      `The membership ends on ${showDate(member.leavingOn ?? '')}. It can start again from that day.`,
      'invalidValue',
    );
  const isEnding = !desired.active && isActiveUser(member);
  const fields = Object.keys(changes);
  if (fields.length === 0 && !isEnding) return member;
  const hasNewEmail = changes.email !== undefined && member.invitationStatus !== deleted;
  if (hasNewEmail && (await addressesInUse(member.partnerId, [changes.email ?? ''])).size > 0)
    throw new ScimError(409, 'Another member of the roster has this email.', 'uniqueness');
  const moved = hasNewEmail ? withEmail(member, changes.email ?? '') : member;
  const after: Member = { ...moved, ...changes };
  if (isEnding) return endMembership(member, after, context);
  await transact(
    ...memberChange(member, after),
    ...(await directoryWrites(member, after)),
    ...(hasNewEmail ? await revokeInvitation(member) : []),
    memberChanged(after, { fields }, context),
  );
  return { ...after, version: member.version + 1 };
}

/** Adds a new membership of a person who left; the resource keeps its ID. */
async function rejoin(
  { root, member }: Person,
  changes: Partial<Member>,
  context: ScimContext,
): Promise<Member> {
  const id = context.newId();
  const { firstName, lastName, email, phone, dateOfBirth, employeeNumber, partnerId } = {
    ...member,
    ...changes,
  };
  const directory = { ...(changes.directory ?? member.directory ?? { userName: null, externalId: null }) };
  const joined: Member = {
    ...newMember({ id, partnerId, firstName, lastName, email, phone, dateOfBirth, employeeNumber }),
    directory: { userName: directory.userName, externalId: directory.externalId, rootId: resourceIdOf(root) },
  };
  const left: Member = { ...root, directory: { ...directory, rootId: undefined, successorId: id } };
  return addMember(joined, context, [root, left]);
}

import { dateInChicago, showLastDay } from '../../../shared/calendar.ts';
import { ScimError } from '../../../shared/scim-error.ts';
import {
  isActiveUser,
  resourceIdOf,
  type DesiredUser,
  readUser,
  userOf,
  type ScimUser,
} from '../../../shared/integrations/scim/user.ts';
import { type Member, deleted, waitingToDelete, newMember } from '../../../shared/members/member.ts';
import { leaveChanges, memberAfterEnd, revokeInvitation } from '../../employees/member-after-end.ts';
import { leaverCounted } from '../../employees/leaver-count-store.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { memberChanged } from '../../members/status-change.ts';
import { datedMember, memberChange, addressesInUse } from '../../members/store.ts';
import { transact } from '../../table/transact.ts';
import { directoryWrites, type Person, loadPerson, personByUserName } from './directory-store.ts';
import { rosterMayChangeEmail } from '../../../shared/employees/match-people.ts';
import { withEmail } from '../../../shared/employees/membership-rules.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import { addMember } from '../../employees/add-members.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { withSpelling } from '../../../shared/integrations/scim/attribute-names.ts';
import { errorOfOperation, patchUser } from './patch-user.ts';
import { scimBase } from './list-users.ts';

/** Directory entry of a person without names other than the email. */
const unnamed: NonNullable<Member['directory']> = { userName: null, externalId: null };

/**
 * Ends a membership by the rules of Delete and of leavers files: immediately, or on the first of next month if the member
 * pays. `after` has changes of the same request.
 */
async function endMembership(before: Member, after: Member, context: ScimContext): Promise<Member> {
  const { who, now } = context;
  const today = dateInChicago(now);
  const ended = await memberAfterEnd(after, await mustLoadGroupMembership(before.partnerId), today);
  const left = datedMember(before, { ...ended, directory: after.directory ?? unnamed });
  await transact(
    ...(await leaveChanges(before, left, who, now)),
    ...(await directoryWrites(before, left)),
    ...(await leaverCounted(before, {
      today,
      isApproved: false,
      refusal: (message) => new ScimError(403, message),
    })),
  );
  return { ...left, version: before.version + 1 };
}

/** Ends the membership and removes the person from the directory; a later request finds no user. */
async function deleteUser({ member }: Person, context: ScimContext): Promise<void> {
  const removed: Member = { ...member, directory: { ...(member.directory ?? unnamed), removed: true } };
  if (isActiveUser(member)) return void (await endMembership(member, removed, context));
  await transact(
    ...memberChange(member, removed),
    ...(await directoryWrites(member, removed)),
    memberChanged(member, { fields: ['directory'] }, context),
  );
}

/** Context of a change by a client. */
export interface ScimContext {
  partnerId: string;
  who: string;
  now: Date;
  newId: () => string;
}

const directoryOf = ({
  userName,
  email,
  externalId,
  phoneNumbers,
  active,
}: DesiredUser): NonNullable<Member['directory']> => ({
  userName: userName.toLowerCase() === email.toLowerCase() ? null : userName,
  externalId,
  // one mobile number is the member's phone number
  phoneNumbers: phoneNumbers.every(({ type, primary }) => type === 'mobile' && !primary)
    ? undefined
    : phoneNumbers,
  inactive: active ? undefined : true,
});

const memberFieldsOf = ({ firstName, lastName, email, phone, employeeNumber }: DesiredUser) => ({
  firstName,
  lastName,
  email,
  phone,
  employeeNumber,
});

/** Adds a person to the roster, by the rules of the form, or a person without membership if the user is not active. */
async function createUser(desired: DesiredUser, context: ScimContext): Promise<Member> {
  const { partnerId, newId } = context;
  const added: Member = {
    ...newMember({ ...memberFieldsOf(desired), id: newId(), partnerId, dateOfBirth: null }),
    directory: directoryOf(desired),
  };
  if (desired.active) return joinRoster(added, context);
  const inactive = datedMember(
    null,
    moveMember(added, 'leave', {
      today: dateInChicago(context.now),
      membersPay: false,
      isCollecting: false,
    }),
  );
  await transact(
    ...memberChange(null, inactive),
    ...(await directoryWrites(null, inactive)),
    memberChanged(inactive, { fields: [] }, context),
  );
  return { ...inactive, version: 1 };
}

const usedEmail = () => new ScimError(409, 'Another member of the roster has this email.', 'uniqueness');

const additionError = ({ code, message }: Refusal): ScimError =>
  code === 'conflict' ? usedEmail() : new ScimError(403, message);

/** Adds a membership; `root` is the change of the first one of a person who returns. */
async function joinRoster(
  joining: Member,
  { who, now }: ScimContext,
  root?: { before: Member; after: Member },
): Promise<Member> {
  const member = datedMember(null, joining);
  const added = await addMember(member, { who, now, refusalOf: additionError });
  await transact(
    ...(root ? memberChange(root.before, root.after) : []),
    ...added,
    ...(await directoryWrites(root?.before ?? null, member)),
  );
  return { ...member, version: 1 };
}

const fieldNames = ['firstName', 'lastName', 'email', 'phone', 'employeeNumber'] as const;

/** Returns the changed fields. An enrolled member's email is not changed, as by a roster file. */
function changesOf(member: Member, desired: DesiredUser, isEnding: boolean): Partial<Member> {
  const wanted = memberFieldsOf(desired);
  const entries = fieldNames
    .filter((name) => (member[name] ?? null) !== wanted[name])
    .filter((name) => name !== 'email' || wanted.email.toLowerCase() !== member.email.toLowerCase())
    .filter((name) => name !== 'email' || mayChangeEmail(member))
    .map((name) => [name, wanted[name]]);
  const directory = {
    ...member.directory,
    ...directoryOf({ ...desired, email: emailAfter(member, desired) }),
    inactive: isEnding || (!desired.active && member.directory?.inactive) ? true : undefined,
  };
  const isSame =
    (member.directory?.userName ?? null) === directory.userName &&
    (member.directory?.externalId ?? null) === directory.externalId &&
    member.directory?.inactive === directory.inactive &&
    isDeepStrictEqual(member.directory?.phoneNumbers, directory.phoneNumbers);
  return { ...Object.fromEntries(entries), ...(!isSame && { directory }) };
}

const mayChangeEmail = ({ invitationStatus }: Member): boolean =>
  invitationStatus === deleted || rosterMayChangeEmail(invitationStatus);

/** Returns true for another email of an enrolled member, who changes it in the profile. */
const isEmailFixed = (member: Member, { email }: DesiredUser): boolean =>
  !mayChangeEmail(member) && email.toLowerCase() !== member.email.toLowerCase();

const fixedEmail = () =>
  new ScimError(400, 'An enrolled member changes the email in the profile.', 'mutability');

const emailAfter = (member: Member, { email }: DesiredUser): string =>
  mayChangeEmail(member) ? email : member.email;

/**
 * Changes a person; writes nothing if nothing differs. Returns the current membership.
 *
 * @param desired `endsAccess`: the client sent `active: false`, also for a membership that has ended otherwise
 */
async function saveUser(
  person: Person,
  desired: DesiredUser & { endsAccess: boolean },
  context: ScimContext,
): Promise<Member> {
  const { member } = person;
  const changes = changesOf(member, desired, desired.endsAccess);
  if (desired.active && member.invitationStatus === deleted) return rejoin(person, changes, context);
  if (desired.active && member.invitationStatus === waitingToDelete)
    throw new ScimError(
      400,
      `The membership ends on ${showLastDay(member.leavingOn)}. It can start again from the next day.`,
      'invalidValue',
    );
  const isEnding = !desired.active && isActiveUser(member);
  const fields = Object.keys(changes);
  const isKept = desired.active && member.endsOn !== undefined;
  if (fields.length === 0 && !isEnding && !isKept) return member;
  const hasNewEmail = changes.email !== undefined && member.invitationStatus !== deleted;
  if (hasNewEmail && (await addressesInUse(member.partnerId, [changes.email ?? ''])).size > 0)
    throw usedEmail();
  const moved = hasNewEmail ? withEmail(member, changes.email ?? '') : member;
  const after = datedMember(member, { ...moved, ...changes, ...(isKept && { endsOn: undefined }) });
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
  const directory = changes.directory ?? member.directory ?? unnamed;
  const joined: Member = {
    ...newMember({ id, partnerId, firstName, lastName, email, phone, dateOfBirth, employeeNumber }),
    addedAt: root.addedAt,
    changedAt: context.now.toISOString(),
    directory: { ...directory, successorId: undefined, removed: undefined, rootId: resourceIdOf(root) },
  };
  const left: Member = { ...root, directory: { ...directory, rootId: undefined, successorId: id } };
  return joinRoster(joined, context, { before: root, after: left });
}

type Json = Record<string, unknown>;

const patchBody = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
    .min(1)
    .max(100),
});

const spelledBody = (body: Json): Json => withSpelling(body) as Json;

/** Returns a person. Throws 412 if it is not the version that the client changed (RFC 7644, section 3.14). */
async function loadVersion(id: string, { partnerId }: ScimContext, ifMatch?: string): Promise<Person> {
  const person = await loadPerson(partnerId, id);
  const { version } = userOf(person.member, '').meta ?? {};
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== version)
    throw new ScimError(412, 'The user changed since. Load the user and try again.');
  return person;
}

/** Carries out POST /Users. */
export async function post(body: Json, context: ScimContext): Promise<ScimUser> {
  const desired = readUser(spelledBody(body));
  if (await personByUserName(context.partnerId, desired.userName))
    throw new ScimError(409, 'Another user has this userName.', 'uniqueness');
  return userOf(await createUser(desired, context), scimBase());
}

/** Carries out PUT /Users/{id}. */
export async function replace(
  id: string,
  body: Json,
  context: ScimContext,
  ifMatch?: string,
): Promise<ScimUser> {
  const person = await loadVersion(id, context, ifMatch);
  const sent = spelledBody(body);
  // without the attribute, the membership remains as it is
  const current = userOf(person.member, '');
  const desired = readUser({ ...sent, active: sent.active ?? current.active }, current);
  const endsAccess = sent.active !== undefined && !desired.active;
  return userOf(await saveUser(person, { ...desired, endsAccess }, context), scimBase());
}

/** Carries out PATCH /Users/{id}. */
export async function patch(
  id: string,
  body: Json,
  context: ScimContext,
  ifMatch?: string,
): Promise<ScimUser> {
  const person = await loadVersion(id, context, ifMatch);
  const read = patchBody.safeParse(spelledBody(body));
  if (!read.success) throw new ScimError(400, 'Operations must be a list of operations.', 'invalidSyntax');
  const user = userOf(person.member, scimBase());
  const { Operations: operations } = read.data;
  const patched = patchUser(user, operations);
  const failing = (error: unknown, ...fields: (keyof typeof patched)[]) =>
    errorOfOperation(error, user, operations, fields);
  if (patched.active && isEmailFixed(person.member, patched)) throw failing(fixedEmail(), 'email');
  try {
    const endsAccess = !patchUser({ ...user, active: true }, operations).active;
    return userOf(await saveUser(person, { ...patched, endsAccess }, context), scimBase());
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    throw error.scimType === 'uniqueness'
      ? failing(error, 'email', 'userName', 'externalId')
      : failing(error, 'active');
  }
}

/** Carries out DELETE /Users/{id}. */
export async function removeUser(id: string, context: ScimContext, ifMatch?: string): Promise<void> {
  await deleteUser(await loadVersion(id, context, ifMatch), context);
}

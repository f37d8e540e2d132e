import { hasSocialSecurityNumber, visibleText } from '../../visible-text.ts';
import * as z from 'zod';
import { employeeForm } from '../../employees/employee-rows.ts';
import { readablePhone } from '../../employees/readable-values.ts';
import { rosterDetails } from '../../employees/roster-details.ts';
import { deleted, waitingToDelete, type Member } from '../../members/member.ts';
import { ScimError, enterpriseSchema, userSchema } from '../../scim-error.ts';

const typed = z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean().optional() }));

/** A user as SCIM resource. Attributes are optional, because clients can select them. */
export const scimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string().optional(),
  name: z.object({ givenName: z.string(), familyName: z.string() }).partial().optional(),
  displayName: z.string().optional(),
  active: z.boolean().optional(),
  emails: typed.optional(),
  phoneNumbers: typed.optional(),
  [enterpriseSchema]: z.object({ employeeNumber: z.string() }).partial().optional(),
  meta: z
    .object({
      resourceType: z.string(),
      location: z.string(),
      version: z.string(),
      /** ISO instants; unknown for people who were added before they were stored. */
      created: z.string(),
      lastModified: z.string(),
    })
    .partial()
    .optional(),
});
export type ScimUser = z.output<typeof scimUser>;

/** The writable attributes of a user. */
export interface DesiredUser {
  userName: string;
  externalId: string | null;
  active: boolean;
  firstName: string;
  lastName: string;
  email: string;
  /** The member's phone number: the primary one, otherwise mobile, work, or the first. */
  phone: string | null;
  /** All phone numbers with their types. */
  phoneNumbers: PhoneNumber[];
  employeeNumber: string | null;
}

type PhoneNumber = NonNullable<NonNullable<Member['directory']>['phoneNumbers']>[number];

/** True until the membership ends or its end is set. */
export const isActiveUser = ({ invitationStatus }: Pick<Member, 'invitationStatus'>): boolean =>
  invitationStatus !== deleted && invitationStatus !== waitingToDelete;

/** Returns the ID of a member's resource: that of the person's first membership. */
export const resourceIdOf = ({ id, directory }: Pick<Member, 'id' | 'directory'>): string =>
  directory?.rootId ?? id;

export const userNameOf = ({ email, directory }: Pick<Member, 'email' | 'directory'>): string =>
  directory?.userName ?? email;

/**
 * Returns the resource's version, a weak ETag: a checksum of its attributes. The version of the member's record
 * would reveal to the employer when a visit is counted and when the member consents.
 */
function versionOf(attributes: object): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of JSON.stringify(attributes)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return `W/"${[high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')}"`;
}

/**
 * Returns the phone numbers of a person with their types. Other channels change only the member's number; without a type
 * it is a mobile number.
 */
function phoneNumbersOf({ phone, directory }: Pick<Member, 'phone' | 'directory'>): PhoneNumber[] {
  const stored = directory?.phoneNumbers ?? [];
  const selected = selectedEntry(stored, 'mobile', 'work');
  if (selected?.value === (phone ?? undefined)) return stored;
  const others = stored.filter((entry) => entry !== selected);
  return phone === null ? others : [{ value: phone, type: selected?.type ?? 'mobile' }, ...others];
}

/** Returns a member as SCIM resource; `base` is the address of the service. */
export function userOf(member: Member, base: string): ScimUser {
  const { firstName, lastName, email, employeeNumber, directory, addedAt, changedAt } = member;
  const phoneNumbers = phoneNumbersOf(member);
  const id = resourceIdOf(member);
  const attributes = {
    schemas: [userSchema, ...(employeeNumber ? [enterpriseSchema] : [])],
    id,
    ...(directory?.externalId && { externalId: directory.externalId }),
    userName: userNameOf(member),
    name: { givenName: firstName, familyName: lastName },
    displayName: `${firstName} ${lastName}`,
    active: isActiveUser(member),
    emails: [{ value: email, type: 'work' }],
    ...(phoneNumbers.length > 0 && { phoneNumbers }),
    ...(employeeNumber && { [enterpriseSchema]: { employeeNumber } }),
  };
  const meta = {
    resourceType: 'User',
    location: `${base}/Users/${id}`,
    version: versionOf(attributes),
    ...(addedAt && { created: addedAt }),
    ...((changedAt ?? addedAt) && { lastModified: changedAt ?? addedAt }),
  };
  return { ...attributes, meta };
}

const fields = employeeForm.pick({ firstName: true, lastName: true, email: true, phone: true });
const requiredFields = fields.omit({ phone: true });

const attributeOf: Readonly<Record<string, string>> = {
  firstName: 'name.givenName',
  lastName: 'name.familyName',
  email: 'emails.value',
};

type Json = Record<string, unknown>;
const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Returns the most fitting of several entries: the primary one, then by type, then the first. */
export const selectedEntry = <Entry extends { type?: unknown; primary?: unknown }>(
  entries: readonly Entry[],
  ...types: string[]
): Entry | undefined =>
  entries.find(({ primary }) => isTrue(primary)) ??
  types
    .map((type) => entries.find((entry) => String(entry.type).toLowerCase() === type))
    .find((entry) => entry !== undefined) ??
  entries[0];

const entriesOf = (list: unknown): Json[] =>
  (Array.isArray(list) ? list : []).map(recordOf).filter(({ value }) => Boolean(value));

function emailOf(list: unknown): string | undefined {
  const entry = selectedEntry(entriesOf(list), 'work');
  return entry && String(entry.value);
}

const mostPhones = 10;

/** Reads phone numbers of SCIM; those that are not understood are omitted. */
function readPhones(list: unknown): Pick<DesiredUser, 'phone' | 'phoneNumbers'> {
  const entries = entriesOf(list).flatMap(({ value, type, primary }) => {
    const text = String(value).replace(/^tel:/i, '').trim();
    const number = fields.shape.phone.safeParse(text).success ? text : readablePhone(text);
    const kind = typeof type === 'string' && /^[\w ]{1,40}$/.test(type) ? type : 'mobile';
    return number === '' ? [] : [{ value: number, type: kind, ...(isTrue(primary) && { primary: true }) }];
  });
  const phone = selectedEntry(entries, 'mobile', 'work')?.value ?? null;
  return { phone, phoneNumbers: entries.slice(0, mostPhones) };
}

/** Entra ID sends booleans as the texts "True" and "False". */
export const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^true$/i.test(value));

/** Returns a single value that a client sent in a list of complex values: [{"value": "False"}]. */
function singleValue(sent: unknown): unknown {
  const value: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
  const record = recordOf(value);
  return Object.hasOwn(record, 'value') ? record.value : value;
}

function activeOf(sent: unknown): boolean {
  const value = singleValue(sent);
  if (value === undefined || value === null) return true;
  if (typeof value === 'boolean' || (typeof value === 'string' && /^(true|false)$/i.test(value)))
    return isTrue(value);
  throw new ScimError(400, 'active must be true or false.', 'invalidValue');
}

/** Returns an optional text; numbers are texts, and what is not understood is omitted. */
function optionalText(value: unknown, isValid: (text: string) => boolean): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text !== '' && isValid(text) ? text : null;
}

/** Texts of identifiers: at most 200 characters without control characters. */
function identifier(value: unknown, attribute: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.trim() === '' || value.length > 200 || /\p{Cc}/u.test(value))
    throw new ScimError(400, `${attribute} must be a text of at most 200 characters.`, 'invalidValue');
  return value.trim();
}

const requiredOf = ({ name, emails }: ScimUser): Json => ({
  firstName: name?.givenName,
  lastName: name?.familyName,
  email: emails?.[0]?.value,
});

/** Returns values, with the current one for each that is not valid. */
const withCurrent = (sent: Json, current: Json): Json =>
  Object.fromEntries(
    Object.entries(sent).map(([field, value]) => {
      const { success } = requiredFields.shape[field as keyof typeof requiredFields.shape].safeParse(value);
      return [field, success ? value : current[field]];
    }),
  );

/**
 * Reads the writable attributes of a resource by the rules of the roster. Throws 400 with a required attribute; optional
 * ones that are not understood are omitted. A deactivation with a name or address that is not understood leaves that of
 * `current`: directories clear both when people leave.
 */
export function readUser(resource: Json, current?: ScimUser): DesiredUser {
  const sent = identifier(resource.userName, 'userName');
  const userName = sent && visibleText(sent).trim();
  if (!userName) throw new ScimError(400, 'userName is required.', 'invalidValue');
  if (hasSocialSecurityNumber(userName))
    throw new ScimError(400, 'userName must not be a social security number.', 'invalidValue');
  const active = activeOf(resource.active);
  const name = recordOf(resource.name);
  const required = {
    firstName: name.givenName,
    lastName: name.familyName,
    email: emailOf(resource.emails) ?? userName,
  };
  const read = requiredFields.safeParse(
    active || !current ? required : withCurrent(required, requiredOf(current)),
  );
  if (!read.success) {
    const details = read.error.issues.map(
      ({ path, message }) => `${attributeOf[String(path[0])] ?? 'user'}: ${message}`,
    );
    throw new ScimError(400, details.join(' '), 'invalidValue');
  }
  const employeeNumber = optionalText(
    recordOf(resource[enterpriseSchema]).employeeNumber,
    (text) => rosterDetails.shape.employeeNumber.safeParse(text).success,
  );
  const externalId = identifier(
    typeof resource.externalId === 'number' ? String(resource.externalId) : resource.externalId,
    'externalId',
  );
  const isSafe = externalId === null || !hasSocialSecurityNumber(externalId);
  return {
    ...read.data,
    ...readPhones(resource.phoneNumbers),
    userName,
    externalId: isSafe ? externalId : null,
    employeeNumber,
    active,
  };
}

import { labelOf } from '../../../shared/field-metadata.ts';
import {
  type PrivacyCase,
  erasedRequester,
  requireOpen,
  hasAction,
  correctionForm,
} from '../../../shared/privacy/privacy-case.ts';
import { loadUser, userChange } from '../../users/store.ts';
import { facilityManagersToEmail } from '../../facilities/manager-store.ts';
import { loadMembers, memberChange } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import type * as z from 'zod';
import { Refusal } from '../../../shared/refusal.ts';
import { memberChanged } from '../../members/status-change.ts';
import type { Change } from '../../table/write.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { actionRecorded } from '../case-actions.ts';
import { loadCase, caseChange, casesOf } from '../case-store.ts';
import { erasePerson } from '../erase-person-store.ts';
import { zipSync } from 'fflate';
import { zipType } from '../../../shared/media-types.ts';
import { personFiles } from '../person-files.ts';
import { sendEmail } from '../../platform/email.ts';
import { recipientEmail } from '../case-email.ts';

/** Returns the name by which a requester is found: the current address of the login, a member ID, or the address. */
async function personOf({ userId, memberIds, email }: PrivacyCase): Promise<string> {
  const user = userId === null ? undefined : await loadUser(userId);
  return user?.email ?? memberIds[0] ?? email;
}

/** Replaces the response of an unknown person, which browsers show as a page that does not exist. */
const requireData = (error: unknown): never => {
  throw error instanceof Refusal && error.code === 'not-found'
    ? new Refusal(
        'conflict',
        'We store no data of this person. Close the request as refused with this reason.',
      )
    : error;
};

/** Returns the addresses of the partners and clubs that received the person's data. */
async function recipientsOf({ memberIds }: PrivacyCase): Promise<string[]> {
  const members = await loadMembers(memberIds);
  const partnerIds = new Set(members.map(({ partnerId }) => partnerId));
  const facilityIds = new Set(members.flatMap(({ facilityId }) => facilityId ?? []));
  const partners = await Promise.all([...partnerIds].map(loadPartner));
  const managers = await Promise.all([...facilityIds].map(facilityManagersToEmail));
  const addresses = [...partners, ...managers.flat()].map(({ email }) => email.toLowerCase());
  return [...new Set(addresses)].filter(Boolean);
}

type Correction = z.output<typeof correctionForm>;

/** Returns the writes that correct the memberships and the login of a person, and the names of the changed fields. */
async function correction(
  { memberIds, userId }: { memberIds: readonly string[]; userId: string | null },
  form: Correction,
  who: string,
  now: Date,
): Promise<{ changes: Change[]; fields: string[] }> {
  const entered = Object.fromEntries(Object.entries(form).filter(([, value]) => value)) as Partial<{
    firstName: string;
    lastName: string;
    phone: string;
    dateOfBirth: string;
  }>;
  const fields = Object.keys(entered);
  if (fields.length === 0) throw new Refusal('invalid', 'Enter at least one corrected value.', 'firstName');
  const [members, user] = await Promise.all([
    loadMembers([...memberIds]),
    userId === null ? undefined : loadUser(userId),
  ]);
  if (members.length === 0 && !user)
    throw new Refusal('invalid', 'This person has no membership or login that can be corrected.');
  const { firstName = user?.firstName, lastName = user?.lastName } = entered;
  return {
    fields,
    changes: [
      ...members.flatMap((member) => [
        ...memberChange(member, { ...member, ...entered }),
        memberChanged(member, { fields }, { who, now }),
      ]),
      ...(user && firstName && lastName ? userChange(user, { ...user, firstName, lastName }) : []),
    ],
  };
}

export const correctHandler = handle(privacy.correct, async ({ params, body, caller, now }) => {
  const { version, ...form } = body;
  const stored = { ...(await loadCase(params.owner, params.caseId)), version };
  if (stored.kind !== 'correction') throw new Refusal('invalid', 'This is no request for a correction.');
  const { changes, fields } = await correction(stored, form, caller.userId, now);
  // read by people, also in the email to the partner and the club
  const labels = fields.map((field) => labelOf(correctionForm, field)).join(', ');
  const action = { name: 'corrected', who: caller.userId, detail: labels } as const;
  await transact(...changes, ...actionRecorded(stored, action, now));
  return { success: true, message: 'The data was corrected.' };
});

export const eraseHandler = handle(privacy.erase, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  if (stored.kind !== 'deletion') throw new Refusal('invalid', 'This is no request for a deletion.');
  const others = (await casesOf(stored.owner)).filter(({ id }) => id !== stored.id);
  if (others.some(({ status }) => status === 'open'))
    throw new Refusal(
      'conflict',
      'This person has another open request. Close it first. Nothing was erased.',
    );
  const { erased, retained } = await erasePerson(await personOf(stored), caller.userId, now).catch(
    requireData,
  );
  for (const other of others) await transact(...caseChange(other, { ...other, ...erasedRequester(other) }));
  await transact(...actionRecorded(stored, { name: 'erased', who: caller.userId, detail: '' }, now));
  return { success: true, message: erased, retained };
});

export const exportFileHandler = handle(privacy.exportFile, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  const { files } = await personFiles(await personOf(stored), caller.userId, now).catch(requireData);
  const detail = `${files.length} files`;
  await transact(...actionRecorded(stored, { name: 'exported', who: caller.userId, detail }, now));
  return {
    name: `Data of ${stored.name}.zip`,
    type: zipType,
    bytes: zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, new Uint8Array(bytes)]))),
  };
});

export const notifyRecipientsHandler = handle(privacy.notifyRecipients, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  const carriedOut = hasAction(stored, 'corrected') || hasAction(stored, 'erased');
  if (!carriedOut)
    throw new Refusal('invalid', 'Correct or erase the data first, then notify the recipients.');
  const recipients = await recipientsOf(stored);
  const corrected = stored.actions.find(({ name }) => name === 'corrected')?.detail ?? '';
  for (const address of recipients) await sendEmail(recipientEmail(address, stored, corrected));
  const detail = recipients.join(', ');
  await transact(...actionRecorded(stored, { name: 'notified', who: caller.userId, detail }, now));
  return { success: true, message: `Notified ${detail || 'nobody: no partner or club has the data'}.` };
});

import { privacy } from '../../../shared/contracts/privacy.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { actionRecorded } from '../case-actions.ts';
import { loadCase, caseChange, casesOf } from '../case-store.ts';
import { correction } from '../correct-person.ts';
import { erasedRequester, requireOpen, hasAction } from '../../../shared/privacy/privacy-case.ts';
import { erasePerson } from '../erase-person-store.ts';
import { personOf } from '../person-of-case.ts';
import { zipSync } from 'fflate';
import { zipType } from '../../../shared/media-types.ts';
import { personFiles } from '../person-files.ts';
import { sendEmail } from '../../platform/email.ts';
import { recipientEmail } from '../case-email.ts';
import { recipientsOf } from '../recipients.ts';

export const correctHandler = handle(privacy.correct, async ({ params, body, caller, now }) => {
  const { version, ...form } = body;
  const stored = { ...(await loadCase(params.owner, params.caseId)), version };
  if (stored.kind !== 'correction') throw new Refusal('invalid', 'This is no request for a correction.');
  const { changes, fields } = await correction(stored, form, caller.userId, now);
  const action = { name: 'corrected', who: caller.userId, detail: fields.join(', ') } as const;
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
  const { erased, retained } = await erasePerson(await personOf(stored), caller.userId, now);
  for (const other of others)
    await transact(...caseChange(other, { ...other, ...erasedRequester(other.id) }));
  await transact(...actionRecorded(stored, { name: 'erased', who: caller.userId, detail: '' }, now));
  return { success: true, message: erased, retained };
});

export const exportFileHandler = handle(privacy.exportFile, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  const { files } = await personFiles(await personOf(stored), caller.userId, now);
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

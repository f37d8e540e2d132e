import type { User } from '../../functions/users/user.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { shown } from '../platform/pdf-text.ts';
import { call, type Received, type Sent } from '../support/call.ts';

/** Opens the PDF, types the code that is in it, and reads the words to their end, as a member does before signing. */
export async function giveConsent(user: User, memberIdGuid: string, facilityId: string): Promise<void> {
  const query = { memberIdGuid, facilityId };
  const { body: text } = await call(enrollment.agreementText, user, { query });
  if (text.read) return;
  const record = (event: string, code?: string) =>
    call(enrollment.recordConsent, user, { body: { ...query, hash: text.hash, event, code } });
  const { bytes } = await call(enrollment.agreementPreview, user, { query });
  await record('opened');
  await record('agreed', codeIn(bytes));
  await record('read');
}

export const codeIn = (pdf: Uint8Array): string => /^\d{3} \d{3}$/m.exec(shown(pdf))?.[0] ?? '';

export async function consentAndEnroll(
  user: User,
  sent: Sent & { body: Record<string, unknown> & { facilityId: string; MemberIds: string[] } },
): Promise<Received> {
  for (const id of sent.body.MemberIds.filter((text) => user.memberIds.includes(text)))
    await giveConsent(user, id, sent.body.facilityId);
  return call(enrollment.enroll, user, sent);
}

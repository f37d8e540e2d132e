import type * as z from 'zod';
import type { correctionForm } from '../../shared/privacy/privacy-forms.ts';
import { Refusal } from '../../shared/refusal.ts';
import { memberChanged } from '../members/member-changed.ts';
import { loadMembers, memberChange } from '../members/store.ts';
import type { Change } from '../table/write.ts';
import { loadUser, userChange } from '../users/store.ts';

type Correction = z.output<typeof correctionForm>;

/** Returns the writes that correct the memberships and the login of a person, and the names of the changed fields. */
export async function correction(
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

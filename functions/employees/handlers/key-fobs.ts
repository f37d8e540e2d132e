import { dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { rosterPage } from '../roster-store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { keyFobChange, loadKeyFob } from '../store.ts';
import { exponentError, looksLikeExponent, lostKeyFob } from '../../../shared/employees/key-fob.ts';
import { notAvailable, sameKeyFob } from '../../../shared/employees/membership-rules.ts';
import { lostKeyFobDone } from '../../members/request-done.ts';
import { loadMember, memberChange } from '../../members/store.ts';

export const keyFobsHandler = handle(employees.keyFobs, async ({ query: { partnerId, ...query }, now }) =>
  rosterPage(partnerId, query, periodOf(dateInChicago(now))),
);

export const createKeyFobsHandler = handle(employees.createKeyFobs, async ({ body, caller, now, newId }) => {
  const partnerId = body[0]?.partnerId ?? '';
  caller.requireAccess({ partnerId });
  if (body.some((row) => row.partnerId !== partnerId))
    throw new Refusal('invalid', 'Key fobs can be added to one partner at a time.', 'partnerId');
  await mustLoadGroupMembership(partnerId);
  const numbers = body.map(({ keyFobNumber }) => keyFobNumber);
  const changeable = numbers.find(looksLikeExponent);
  if (changeable !== undefined) throw new Refusal('invalid', exponentError(changeable), 'keyFobNumber');
  return beginJob(
    {
      id: newId(),
      kind: 'key fobs',
      input: { partnerId, numbers },
      total: numbers.length,
      message: 'Adding key fobs.',
      partnerId,
    },
    caller,
    now,
  );
});

export const deleteKeyFobHandler = handle(employees.deleteKeyFob, async ({ params, caller, now }) => {
  const keyFob = await loadKeyFob(params.keyFobNumber);
  caller.requireAccess({ partnerId: keyFob.partnerId });
  if (keyFob.memberId !== null)
    throw new Refusal('invalid', 'A member uses this key fob. End the membership first, then delete it.');
  await transact(
    ...keyFobChange(keyFob, null),
    auditWrite(
      {
        name: 'key fob deleted',
        subject: `key fob ${keyFob.number}`,
        partnerId: keyFob.partnerId,
        who: caller.userId,
        before: { ...keyFob },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${keyFob.number} was deleted.` };
});

export const saveKeyFobHandler = handle(employees.saveKeyFob, async ({ params, body, caller, now }) => {
  const keyFob = await loadKeyFob(params.keyFobNumber);
  caller.requireAccess({ partnerId: keyFob.partnerId });
  const keyFobNumber = body.keyFobNumber;
  if (keyFob.lost) throw new Refusal('invalid', notAvailable, 'keyFobNumber');
  if (keyFobNumber === keyFob.number) throw new Refusal('invalid', sameKeyFob, 'keyFobNumber');
  if (looksLikeExponent(keyFobNumber))
    throw new Refusal('invalid', exponentError(keyFobNumber), 'keyFobNumber');
  const user = keyFob.memberId === null ? undefined : await loadMember(keyFob.memberId);
  const lost = user && (await lostKeyFobDone(user.id, keyFob.number, keyFobNumber, now));
  await transact(
    ...keyFobChange(keyFob, lost && user ? lostKeyFob(keyFob, user.id, lost.on) : null),
    ...(lost?.changes ?? []),
    ...keyFobChange(null, { ...keyFob, number: keyFobNumber, version: 0 }),
    ...(user ? memberChange(user, { ...user, keyFobNumber }) : []),
    auditWrite(
      {
        name: 'key fob changed',
        subject: `key fob ${keyFob.number}`,
        partnerId: keyFob.partnerId,
        who: caller.userId,
        before: { number: keyFob.number },
        after: { number: keyFobNumber },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${keyFob.number} is now ${keyFobNumber}.` };
});

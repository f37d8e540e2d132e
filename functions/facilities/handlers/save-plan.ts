import { facilities } from '../../../shared/contracts/facilities.ts';
import { linesOf, planAfter } from '../../../shared/facilities/plan-form.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { allPartners } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { allPlans, planChange } from '../plan-store.ts';

export const handler = handle(facilities.savePlan, async ({ body, caller, now }) => {
  const all = await allPlans();
  const stored = all.find(({ id }) => id === body.planId) ?? null;
  if (body.planId !== undefined && !stored) throw new Refusal('not-found', 'Plan not found.');
  const before = stored && { ...stored, version: body.version ?? stored.version };
  const after = planAfter(before, body, await partnersOf(linesOf(body.partnerNumbers ?? '')), all);
  await transact(
    ...planChange(before, after),
    auditWrite(
      {
        name: stored ? 'plan changed' : 'plan added',
        subject: `plan ${after.id}`,
        who: caller.userId,
        ...(stored && { before: stored }),
        after: { ...after },
      },
      now,
    ),
  );
  const message = stored
    ? `${after.name} was saved.`
    : `${after.name} was added. Import facilities to assign them to it.`;
  return { success: true, message, data: { id: after.id } };
});

/** Returns the IDs of the partners with these numbers. Throws 'invalid' for an unknown number. */
async function partnersOf(numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return [];
  const ids = new Map<string, string>();
  for await (const { id, partnerNumber } of allPartners()) ids.set(partnerNumber.toLowerCase(), id);
  return numbers.map((number) => {
    const id = ids.get(number.toLowerCase());
    if (id === undefined) throw new Refusal('invalid', `No partner has the ID ${number}.`, 'partnerNumbers');
    return id;
  });
}

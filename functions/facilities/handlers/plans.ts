import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { loadPlans, allPlans, planChange } from '../plan-store.ts';
import { loadPartners, allPartners } from '../../partners/store.ts';
import { facilitiesOnMap } from '../map-store.ts';
import { linesOf, planAfter } from '../../../shared/facilities/plans.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';

export const plansHandler = handle(facilities.plans, async () => loadPlans());

const maxNames = 12;

export const allPlansHandler = handle(facilities.allPlans, async () => {
  const [plans, facilities] = await Promise.all([allPlans(), facilitiesOnMap()]);
  const partners = await loadPartners([...new Set(plans.flatMap(({ partnerIds }) => partnerIds ?? []))]);
  const facilitiesWith = (kind: 'planIds' | 'programIds', id: number) =>
    facilities.filter((facility) => facility[kind]?.includes(id));
  const namesOf = (id: number) =>
    facilitiesWith('planIds', id)
      .map(({ name }) => name)
      .toSorted((left, other) => left.localeCompare(other))
      .slice(0, maxNames);
  return plans.map(({ id, name, programs, partnerIds, version }) => ({
    id,
    name,
    clubs: facilitiesWith('planIds', id).length,
    clubNames: namesOf(id),
    programs: programs.map((program) => ({
      ...program,
      clubs: facilitiesWith('programIds', program.id).length,
    })),
    partners:
      partnerIds &&
      partners
        .filter((partner) => partnerIds.includes(partner.id))
        .map((partner) => ({ number: partner.partnerNumber, name: partner.name })),
    version,
  }));
});

export const ownPlansHandler = handle(facilities.ownPlans, async ({ caller }) =>
  loadPlans(caller.user?.memberPartnerIds),
);

export const savePlanHandler = handle(facilities.savePlan, async ({ body, caller, now }) => {
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

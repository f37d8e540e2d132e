import { facilities } from '../../../shared/contracts/facilities.ts';
import { loadPartners } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { facilitiesOnMap } from '../map-store.ts';
import { allPlans } from '../plan-store.ts';

const maxNames = 12;

export const handler = handle(facilities.allPlans, async () => {
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

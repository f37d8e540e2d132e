import { facilities } from '../../../shared/contracts/facilities.ts';
import { loadPartners } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { clubsOnMap } from '../map-store.ts';
import { allPlans } from '../plan-store.ts';

const namesShown = 12;

export const handler = handle(facilities.allPlans, async () => {
  const [plans, clubs] = await Promise.all([allPlans(), clubsOnMap()]);
  const partners = await loadPartners([...new Set(plans.flatMap(({ partnerIds }) => partnerIds ?? []))]);
  const clubsWith = (kind: 'planIds' | 'programIds', id: number) =>
    clubs.filter((club) => club[kind]?.includes(id));
  const namesOf = (id: number) =>
    clubsWith('planIds', id)
      .map(({ name }) => name)
      .toSorted((left, other) => left.localeCompare(other))
      .slice(0, namesShown);
  return plans.map(({ id, name, programs, partnerIds, version }) => ({
    id,
    name,
    clubs: clubsWith('planIds', id).length,
    clubNames: namesOf(id),
    programs: programs.map((program) => ({ ...program, clubs: clubsWith('programIds', program.id).length })),
    partners:
      partnerIds &&
      partners
        .filter((partner) => partnerIds.includes(partner.id))
        .map((partner) => ({ number: partner.partnerNumber, name: partner.name })),
    version,
  }));
});

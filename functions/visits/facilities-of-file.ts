import type { CheckInLine } from '../../shared/visits/check-in.ts';
import { loadFacilities, loadFacility, searchFacilities } from '../facilities/store.ts';

const plain = (name: string): string => name.trim().toLowerCase();

// a file that names more clubs than this uses their IDs
const mostNames = 200;

/**
 * Returns the lines with club IDs in place of club names. A name of several clubs, and any other text, is unchanged, so
 * that the row states the problem. `ownClub` is the club of a facility manager, whose name needs no search.
 */
export async function withFacilityIds(
  lines: readonly CheckInLine[],
  ownFacility: string | null,
): Promise<CheckInLine[]> {
  const facilityNames = [...new Set(lines.map(({ clubId }) => clubId))].filter(
    (text) => text !== '' && text !== ownFacility,
  );
  if (facilityNames.length === 0) return [...lines];
  const facilityIds = new Set((await loadFacilities(facilityNames)).map(({ id }) => id));
  const names = facilityNames.filter((text) => !facilityIds.has(text)).slice(0, mostNames);
  const ids = new Map<string, string>();
  if (ownFacility !== null) {
    const { name, facilityNumber } = await loadFacility(ownFacility);
    for (const text of names)
      if ([name, facilityNumber].map(plain).includes(plain(text))) ids.set(text, ownFacility);
  } else
    for (const name of names) {
      const facilities = await searchFacilities(name, { most: 20, afOnly: false });
      const same = facilities.filter((facility) => plain(facility.name) === plain(name));
      const [only] = same;
      if (only && same.length === 1) ids.set(name, only.id);
    }
  return lines.map((line) => ({ ...line, clubId: ids.get(line.clubId) ?? line.clubId }));
}

import * as z from 'zod';
import { atFacility, type Member } from '../../shared/members/member.ts';
import { membersByEmail } from './roster-store.ts';
import { loadFacilities } from '../facilities/store.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { pageOfPartners } from '../partners/store.ts';
import type { Change } from '../table/write.ts';
import { listEntriesComplete, loadMembers, memberChange } from '../members/store.ts';

/** Position of the job: after a partner, within its roster, and the number of processed members of that page. */
const place = z.object({
  partners: z.string().nullable(),
  members: z.string().nullable(),
  dealtWith: z.int(),
});
type Place = z.output<typeof place>;

const membersOfOneStep = 20;

/**
 * Adds members of earlier releases to the members list, partner by partner. Existing entries are skipped, so the job can
 * be repeated and run concurrently with other changes.
 */
export const addListEntries = defineJob({
  input: z.object({}),
  cursor: place.default({ partners: null, members: null, dealtWith: 0 }),
  step: async ({ cursor: from }) => {
    const { rows, cursor: nextPartner } = await pageOfPartners(from.partners, 1);
    const [partner] = rows;
    const page = partner ? await pageOfRoster(partner.id, from.members) : { members: [], cursor: null };
    const { changes, taken } = await entriesOf(page.members.slice(from.dealtWith));
    const dealtWith = from.dealtWith + taken;
    const next: Place | null =
      dealtWith < page.members.length
        ? { ...from, dealtWith }
        : page.cursor !== null
          ? { partners: from.partners, members: page.cursor, dealtWith: 0 }
          : nextPartner === null
            ? null
            : { partners: nextPartner, members: null, dealtWith: 0 };
    return {
      changes: next === null ? [...changes, listEntriesComplete()] : changes,
      done: taken,
      next,
      message: next === null ? 'The members list is complete.' : 'Adding members to the members list.',
    };
  },
});

async function pageOfRoster(
  partnerId: string,
  after: string | null,
): Promise<{ members: Member[]; cursor: string | null }> {
  const pages = membersByEmail(partnerId, {
    pageSize: membersOfOneStep,
    ...(after !== null && { after }),
  });
  return (await pages.next()).value ?? { members: [], cursor: null };
}

/** Returns the writes for as many leading members as fit into one transaction. */
async function entriesOf(found: readonly Member[]): Promise<{ changes: Change[]; taken: number }> {
  // the roster's index is eventually consistent; the records are not
  const members = await loadMembers(found.map(({ id }) => id));
  const clubs = await loadFacilities([...new Set(members.flatMap(({ facilityId }) => facilityId ?? []))]);
  return takeFitting(found, ({ id }) => {
    const member = members.find((one) => one.id === id);
    const club = clubs.find((one) => one.id === member?.facilityId);
    return {
      changes:
        member && member.listed !== true
          ? memberChange(member, { ...member, ...(club && atFacility(club)) })
          : [],
    };
  });
}

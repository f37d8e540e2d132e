import { staysOf, type Enrollment } from '../../shared/enrollment/enrollment.ts';
import { keys } from '../table/keys.ts';
import { eachItem, get, parseRow, queryItems } from '../table/table.ts';
import { enrollmentEntity } from './store.ts';

const partition = (partnerId: string): string => keys.enrollment(partnerId, '', '').pk;

/** Yields every enrollment of a partner, by facility. */
export async function* enrollmentsOf(partnerId: string): AsyncGenerator<Enrollment> {
  for await (const item of eachItem(partition(partnerId))) yield* staysOf(parseRow(enrollmentEntity, item));
}

/** Returns the position in a partner's enrollments after one facility and before the next. */
const behindClub = (partnerId: string, facilityId: string): string =>
  keys.enrollment(partnerId, facilityId, '\u{10FFFF}').sk;

/**
 * Returns facilities of a partner with all their enrollments, in order, after the given facility. Reads until `enough`
 * enrollments are loaded, and always to the end of a facility. `next` is the last facility read, or null at the end: after
 * `untilClub`, or after the last facility.
 */
export async function clubsFrom(
  partnerId: string,
  afterClub: string | null,
  enough: number,
  untilClub: string | null = null,
): Promise<{ clubs: Enrollment[][]; next: string | null }> {
  const clubs: Enrollment[][] = [];
  let read = 0;
  let after = afterClub === null ? undefined : behindClub(partnerId, afterClub);
  const end = untilClub === null ? undefined : behindClub(partnerId, untilClub);
  for (;;) {
    const page = await queryItems(partition(partnerId), {
      limit: Math.max(enough, 50),
      ...(after !== undefined && { after }),
    });
    for (const item of page.items) {
      if (end !== undefined && String(item.sk) > end) return { clubs, next: null };
      const stays = staysOf(parseRow(enrollmentEntity, item));
      const club = clubs.at(-1);
      if (club?.[0]?.facilityId === stays[0]?.facilityId) club?.push(...stays);
      else clubs.push(stays);
    }
    read += page.items.length;
    if (page.last === null) return { clubs, next: null };
    after = page.last;
    // the last facility may continue on the next page, so it is left for the next call unless it is the only one
    if (read >= enough && clubs.length > 1) {
      clubs.pop();
      const last = clubs.at(-1)?.[0]?.facilityId ?? null;
      return { clubs, next: last === untilClub ? null : last };
    }
  }
}

export const loadEnrollment = (
  partnerId: string,
  facilityId: string,
  memberId: string,
): Promise<Enrollment | undefined> => get(enrollmentEntity, keys.enrollment(partnerId, facilityId, memberId));

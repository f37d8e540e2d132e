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
const behindFacility = (partnerId: string, facilityId: string): string =>
  keys.enrollment(partnerId, facilityId, '\u{10FFFF}').sk;

/**
 * Returns facilities of a partner with all their enrollments, in order, after the given facility. Reads until `enough`
 * enrollments are loaded, and always to the end of a facility. `next` is the last facility read, or null at the end: after
 * `untilFacility`, or after the last facility.
 */
export async function facilitiesFrom(
  partnerId: string,
  afterFacility: string | null,
  enough: number,
  untilFacility: string | null = null,
): Promise<{ facilities: Enrollment[][]; next: string | null }> {
  const facilities: Enrollment[][] = [];
  let read = 0;
  let after = afterFacility === null ? undefined : behindFacility(partnerId, afterFacility);
  const end = untilFacility === null ? undefined : behindFacility(partnerId, untilFacility);
  for (;;) {
    const page = await queryItems(partition(partnerId), {
      limit: Math.max(enough, 50),
      ...(after !== undefined && { after }),
    });
    for (const item of page.items) {
      if (end !== undefined && String(item.sk) > end) return { facilities, next: null };
      const stays = staysOf(parseRow(enrollmentEntity, item));
      const facility = facilities.at(-1);
      if (facility?.[0]?.facilityId === stays[0]?.facilityId) facility?.push(...stays);
      else facilities.push(stays);
    }
    read += page.items.length;
    if (page.last === null) return { facilities, next: null };
    after = page.last;
    // the last facility may continue on the next page, so it is left for the next call unless it is the only one
    if (read >= enough && facilities.length > 1) {
      facilities.pop();
      const last = facilities.at(-1)?.[0]?.facilityId ?? null;
      return { facilities, next: last === untilFacility ? null : last };
    }
  }
}

export const loadEnrollment = (
  partnerId: string,
  facilityId: string,
  memberId: string,
): Promise<Enrollment | undefined> => get(enrollmentEntity, keys.enrollment(partnerId, facilityId, memberId));

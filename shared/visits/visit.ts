import * as z from 'zod';

/** A counted visit: at most one per member, club and day (settled reading of spec 3 §3). */
export const visit = z.object({
  memberId: z.string(),
  partnerId: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  memberName: z.string(),
  /** Calendar date of the check-in in the club's file. */
  date: z.string(),
  /** HH:MM, or empty when the club did not say. */
  time: z.string(),
  periodId: z.string(),
  version: z.int(),
});
export type Visit = z.output<typeof visit>;

/** The columns of the visit log; each may be sorted by. */
export const visitColumns = ['memberName', 'date', 'facilityName', 'facilityIDNumber'] as const;

/** A row of the visit log (spec 2 §2). */
export const visitRow = z.object({
  memberId: z.string(),
  memberName: z.string(),
  date: z.string(),
  time: z.string(),
  facilityIDNumber: z.string(),
  facilityName: z.string(),
});
export type VisitRow = z.output<typeof visitRow>;

export const visitRowOf = (one: Visit): VisitRow => ({
  memberId: one.memberId,
  memberName: one.memberName,
  date: one.date,
  time: one.time,
  facilityIDNumber: one.facilityId,
  facilityName: one.facilityName,
});

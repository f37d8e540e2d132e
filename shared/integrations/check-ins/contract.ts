import * as z from 'zod';
import { keyFobNumber } from '../../employees/key-fob-number.ts';
import { endpoint } from '../../endpoint.ts';
import { recordId } from '../../ids.ts';
import { checkInResults, mostOfBatch } from './check-in-result.ts';

/** A check-in with the club's own ID, by which a repeated request has the first result. */
const facilityCheckIn = z
  .object({
    checkInId: z.string().trim().min(1).max(100),
    memberId: recordId.optional(),
    keyFobNumber: keyFobNumber().optional(),
    email: z.email().max(320).optional(),
    /** When the member came, with an offset: `2026-11-25T18:05:00-06:00`. */
    at: z.iso.datetime({ offset: true }),
  })
  .refine(
    ({ memberId, keyFobNumber: keyFob, email }) =>
      [memberId, keyFob, email].filter((name) => name !== undefined).length === 1,
    { path: ['memberId'], error: 'Name the member by one of memberId, keyFobNumber, and email.' },
  );
export type FacilityCheckIn = z.output<typeof facilityCheckIn>;

const acceptedCheckIn = z.object({
  checkInId: z.string(),
  result: z.enum(checkInResults),
  /** The reason of a result other than `counted`. */
  reason: z.string().nullable(),
  memberId: z.string().nullable(),
  /** True if the club sent this ID before; the result is the first one. */
  isRepeated: z.boolean(),
});
export type AcceptedCheckIn = z.output<typeof acceptedCheckIn>;

const client = { roles: ['apiClient'], scope: 'checkins:write', ownership: 'own' } as const;

export const checkInEndpoints = {
  takeCheckIn: endpoint({
    ...client,
    method: 'POST',
    path: '/checkins',
    summary: 'Takes a check-in at the own facility; a repeated ID has the first result.',
    body: facilityCheckIn,
    response: acceptedCheckIn,
  }),
  takeCheckIns: endpoint({
    ...client,
    method: 'POST',
    path: '/checkins/batch',
    summary: 'Takes up to 100 check-ins at the own facility in order, each with its own result.',
    body: z.object({ checkIns: z.array(facilityCheckIn).min(1).max(mostOfBatch) }),
    response: z.object({ results: z.array(acceptedCheckIn) }),
  }),
};

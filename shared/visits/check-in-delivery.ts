import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { jobStatuses } from '../jobs/job.ts';
import { onWire } from '../wire-names.ts';

/** A file of check-ins that a club's system put into its folder. */
export const checkInDelivery = z.object({
  id: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  fileName: z.string(),
  /** ISO instant. */
  receivedAt: z.string(),
  /** The job that imports the file; null for a file that cannot be read. */
  jobId: z.string().nullable(),
  /** Why the file cannot be read; '' if it can. */
  problem: z.string(),
  version: recordVersion,
});
export type CheckInDelivery = z.output<typeof checkInDelivery>;

/** A delivered file with the result of its import. */
export const checkInDeliveryRow = checkInDelivery.omit({ facilityId: true, version: true }).extend({
  facilityNumber: onWire('facilityIDNumber', z.string()),
  /** Null for a file that cannot be read. */
  status: z.enum(jobStatuses).nullable(),
  uploaded: z.int(),
  notCounted: z.int(),
  kept: z.int(),
  removed: z.int(),
  failed: z.int(),
});
export type CheckInDeliveryRow = z.output<typeof checkInDeliveryRow>;

import type { Facility } from '../../shared/facilities/facility.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { facilityChange } from './store.ts';

interface Saved {
  who: string;
  now: Date;
  /** Only the account changed. */
  isSame?: boolean;
  /** The last four digits of an account that is saved together with the facility. */
  lastFour?: string;
}

export const facilityWrites = (
  before: Facility | null,
  after: Facility,
  { who, now, isSame = false, lastFour }: Saved,
): Change[] => [
  ...(isSame
    ? []
    : [
        ...facilityChange(before, after),
        auditWrite(
          {
            name: before ? 'facility changed' : 'facility added',
            subject: `facility ${after.id}`,
            who,
            before: before ? { ...before } : undefined,
            after: { ...after },
          },
          now,
        ),
      ]),
  ...(lastFour === undefined
    ? []
    : [
        auditWrite(
          {
            name: 'facility bank account changed',
            subject: `facility ${after.id}`,
            who,
            after: { lastFour },
          },
          now,
        ),
      ]),
];

import type { Facility } from '../../shared/facilities/facility.ts';
import type { NewJob } from '../jobs/begin.ts';
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

/** The user who entered an account, in emails to clubs. */
export const administrator = 'An administrator of Wellport';

/** Returns the job that emails the managers of a facility about an entered deposit account. */
export const accountNotice = (
  id: string,
  facility: Pick<Facility, 'id' | 'name'>,
  by: string,
  lastFour: string,
): NewJob => ({
  id,
  kind: 'club email',
  input: {
    facilityId: facility.id,
    subject: `A new bank account for ${facility.name}`,
    paragraphs: [
      `${by} entered a new bank account for payments to ${facility.name}. It ends in ${lastFour}. We verify it before the next payment.`,
      'If you did not expect this, contact us immediately so that we can stop the change.',
    ],
    link: { title: 'Show the bank account', path: '/facilitymanager/bankaccount' },
  },
  total: 1,
  message: 'Notifying the club.',
});

import type { ApprovalEntry } from '../../shared/contracts/approvals.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { User } from '../users/user.ts';

/** Waiting work before its recipient is decided. */
export interface Waiting
  extends
    Pick<ApprovalEntry, 'id' | 'kind' | 'title' | 'since' | 'path'>,
    Partial<Pick<ApprovalEntry, 'effect' | 'dueOn' | 'people' | 'amount' | 'requestedByName'>> {
  /** User ID. */
  requestedBy?: string | undefined;
  /** True for work that has its own email. */
  hasOwnEmail?: boolean;
  /** IDs of the records that the entry joins: only another record is announced. By default, the ID of the entry. */
  announcedIds?: readonly string[];
  /** Others who must act before the users of this list can. */
  waitsFor?: string | undefined;
}

export interface Scope {
  partnerId: string;
  facilityId: string;
  /** All administrators; empty for other roles. */
  administrators: readonly User[];
  now: Date;
}

/** Maximum entries per source; the page of the source lists the others. */
export const entriesPerSource = 50;

/** The bank as the origin of work. */
export const bank = 'The bank';

/** A bounded read of waiting work, at most `entriesPerSource` records. */
export interface Source {
  /** The endpoint that shows the work: users who cannot call it do not see the entry. */
  sees: Endpoint;
  /** The endpoint that does the work. */
  acts: Endpoint;
  /** A second administrator does the work, not the requester. */
  isForTwo?: true;
  load: (scope: Scope) => Promise<Waiting[]>;
}

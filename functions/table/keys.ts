import { bankFileKeys } from './keys/bank-files.ts';
import { facilityKeys } from './keys/facilities.ts';
import { key, type Key } from './keys/key.ts';
import { tableKeys } from './keys/own-records.ts';
import { partnerKeys } from './keys/partners.ts';
import { paymentKeys } from './keys/payments.ts';
import { userKeys } from './keys/users.ts';
import { countShards } from './list-indexes.ts';

/**
 * Every key shape of the table, by subject in `keys/`, and nothing else. One table, two kinds of reads:
 *
 * | access pattern                                  | how                                              | cost |
 * |-------------------------------------------------|--------------------------------------------------|-----------------|
 * | one record by id                                | GetItem `keys.<record>`                          | 1 read |
 * | what belongs to a record (history, parts, …)    | Query on the record's pk                         | 1 query a page |
 * | a page of a list, by any sortable column        | Query `by-s<n>` on `list` (keys only) + BatchGet | 2 reads a page |
 * | a page of a list's search                       | Query `SEARCH#<list>` + BatchGet                 | 2 reads a page |
 * | how many rows a list has                        | GetItem `COUNT#<list>`, BatchGet of its shards   | 1 read |
 * | is this name taken                              | `UNIQUE#<kind>#<value>`, in the same transaction | 1 write |
 *
 * A row that is in a list carries `list` and one text per sortable column, `s1`…`s12`; an index per column serves
 * every list, so a page costs the same in a table of a thousand rows or a million.
 */
export const keys = {
  ...tableKeys,
  ...userKeys,
  ...partnerKeys,
  ...facilityKeys,
  ...paymentKeys,
  ...bankFileKeys,
} as const;

export type { Key };

/** The lists that rows are in. A list's name is the partition of its indexes. */
export const lists = {
  partners: () => 'PARTNERS',
  administrators: () => 'ADMINISTRATORS',
  managers: (partnerId: string) => `MANAGERS#${partnerId}`,
  facilityManagers: (facilityId: string) => `FACILITY-MANAGERS#${facilityId}`,
  employees: (partnerId: string) => `EMPLOYEES#${partnerId}`,
  rosterChanges: (partnerId: string) => `ROSTER-CHANGES#${partnerId}`,
  members: () => 'MEMBERS',
  membersOfFacility: (facilityId: string) => `MEMBERS-OF#${facilityId}`,
  allFacilities: () => 'ALL-FACILITIES',
  facilities: (chain: 'AF' | 'OTHER') => `FACILITIES#${chain}`,
  jobs: (status: string) => `JOBS#${status}`,
  partnerPayments: (programPaymentTypeId: number, paymentTypeId: number, periodId: string) =>
    `PARTNER-PAYMENTS#${programPaymentTypeId}#${paymentTypeId}#${periodId}`,
  facilityPayments: (programPaymentTypeId: number, periodId: string) =>
    `FACILITY-PAYMENTS#${programPaymentTypeId}#${periodId}`,
  memberPayments: (
    programPaymentTypeId: number,
    paymentTypeId: number,
    partnerId: string,
    periodId: string,
  ) => `MEMBER-PAYMENTS#${programPaymentTypeId}#${paymentTypeId}#${partnerId}#${periodId}`,
  /** Counts the cents of all payments in one status. */
  paymentsInStatus: (status: string, paymentTypeId: number, periodId: string) =>
    `PAYMENTS-IN#${status}#${paymentTypeId}#${periodId}`,
  /** The ledger's entries by the month in which they were posted. */
  ledger: (periodId: string) => `LEDGER#${periodId}`,
  bankFiles: () => 'BANK-FILES',
  /** Runs that wait for a second administrator. */
  bankApprovals: () => 'BANK-APPROVALS',
  redemptions: (facilityId: string, periodId: string) => `VOUCHER-REDEMPTIONS#${facilityId}#${periodId}`,
  vouchers: (batchId: string) => `VOUCHERS-OF#${batchId}`,
  voucherPrograms: (partnerId: string) => `VOUCHER-PROGRAMS#${partnerId}`,
  inboxFiles: () => 'INBOX-FILES',
  /** Entries from the bank that wait for a person. */
  openEntries: () => 'OPEN-ENTRIES',
  /** Audit events of a partner, its people, accounts, key fobs and members. */
  activity: (partnerId: string) => `ACTIVITY#${partnerId}`,
  visitReports: () => 'VISIT-REPORTS',
  visitReportsOfFacility: (facilityId: string) => `VISIT-REPORTS-OF#${facilityId}`,
  visits: (partnerId: string, periodId: string) => `VISITS#${partnerId}#${periodId}`,
} as const;

/** One of the items that a counter is spread over. */
export const shardOf = ({ pk }: Key, shard: number): Key => key(pk, `COUNT#${shard}`);

/** The items that a list's row count is the sum of. */
export const countKeys = (list: string): Key[] =>
  countShards(list) === 1
    ? [keys.count(list)]
    : Array.from({ length: countShards(list) }, (_, shard) => shardOf(keys.count(list), shard));

/** The part of a generation that holds movers of one club, by reading (`pass`); a text as `part` bounds a range. */
export const moversPart = (pass: string, facilityId: string, part: number | string): string =>
  `MOVED#${pass}#${facilityId}#${typeof part === 'number' ? String(part).padStart(4, '0') : part}`;

/** The part of a generation that holds how the members of one club differ; as `moversPart`. */
export const sharesPart = (pass: string, facilityId: string, part: number | string): string =>
  `SHARES#${pass}#${facilityId}#${typeof part === 'number' ? String(part).padStart(4, '0') : part}`;

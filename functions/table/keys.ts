import { bankFileKeys } from './keys/bank-files.ts';
import { facilityKeys } from './keys/facilities.ts';
import { integrationKeys } from './keys/integrations.ts';
import { key, type Key } from './keys/key.ts';
import { tableKeys } from './keys/own-records.ts';
import { partnerKeys } from './keys/partners.ts';
import { paymentKeys } from './keys/payments.ts';
import { privacyKeys } from './keys/privacy.ts';
import { userKeys } from './keys/users.ts';
import { webhookKeys } from './keys/webhooks.ts';
import { countShards } from './list-indexes.ts';

/**
 * All key shapes of the table, by subject in `keys/`. Access patterns:
 *
 * | access pattern                                  | request                                          | cost |
 * |-------------------------------------------------|--------------------------------------------------|-----------------|
 * | one record by id                                | GetItem `keys.<record>`                          | 1 read |
 * | items of a record (history, parts, …)           | Query on the record's pk                         | 1 query per page |
 * | a page of a list, by any sortable column        | Query `by-s<n>` on `list` (keys only) + BatchGet | 2 reads per page |
 * | a page of a list's search                       | Query `SEARCH#<list>` + BatchGet                 | 2 reads per page |
 * | number of rows of a list                        | GetItem `COUNT#<list>`, BatchGet of its shards   | 1 read |
 * | uniqueness of a name                            | `UNIQUE#<kind>#<value>`, in the same transaction | 1 write |
 *
 * A row in a list has the attribute `list` and one text per sortable column, `s1` to `s12`. One index per column serves
 * every list, so a page costs the same with a thousand rows or a million.
 */
export const keys = {
  ...tableKeys,
  ...userKeys,
  ...partnerKeys,
  ...facilityKeys,
  ...paymentKeys,
  ...bankFileKeys,
  ...privacyKeys,
  ...integrationKeys,
  ...webhookKeys,
} as const;

export type { Key };

/** List names, which are the partitions of the indexes. */
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
  /** Cents of all payments in one status. */
  paymentsInStatus: (status: string, paymentTypeId: number, periodId: string) =>
    `PAYMENTS-IN#${status}#${paymentTypeId}#${periodId}`,
  /** Ledger entries by posting month, in shards; releases before the shards used the list without one. */
  ledger: (periodId: string, shard?: string) =>
    shard === undefined ? `LEDGER#${periodId}` : `LEDGER#${periodId}#${shard}`,
  bankFiles: () => 'BANK-FILES',
  /** Runs that wait for a second administrator. */
  bankApprovals: () => 'BANK-APPROVALS',
  redemptions: (facilityId: string, periodId: string) => `VOUCHER-REDEMPTIONS#${facilityId}#${periodId}`,
  vouchers: (batchId: string) => `VOUCHERS-OF#${batchId}`,
  voucherPrograms: (partnerId: string) => `VOUCHER-PROGRAMS#${partnerId}`,
  inboxFiles: () => 'INBOX-FILES',
  /** Bank entries that wait for review. */
  openEntries: () => 'OPEN-ENTRIES',
  /** Audit events of a partner, its managers, accounts, key fobs, and members. */
  activity: (partnerId: string) => `ACTIVITY#${partnerId}`,
  memberRequests: () => 'MEMBER-REQUESTS',
  /** Lost key fobs, which partner managers replace. */
  lostKeyFobs: (partnerId: string) => `LOST-KEY-FOBS#${partnerId}`,
  privacyCases: () => 'PRIVACY-CASES',
  visitReports: () => 'VISIT-REPORTS',
  visitReportsOfFacility: (facilityId: string) => `VISIT-REPORTS-OF#${facilityId}`,
  checkInDeliveries: () => 'CHECK-IN-DELIVERIES',
  checkInDeliveriesOf: (facilityId: string) => `CHECK-IN-DELIVERIES-OF#${facilityId}`,
  /** People of a partner's directory (SCIM) who left. */
  formerUsers: (partnerId: string) => `FORMER-USERS#${partnerId}`,
  apiClients: () => 'API-CLIENTS',
  apiClientsOf: (kind: string, ownerId: string) => `API-CLIENTS-OF#${kind}#${ownerId}`,
  visits: (partnerId: string, periodId: string) => `VISITS#${partnerId}#${periodId}`,
  visitsOfFacility: (facilityId: string, periodId: string) => `CLUB-VISITS#${facilityId}#${periodId}`,
} as const;

/** Returns a key as one text. */
export const nameOfKey = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string =>
  `${String(pk)}|${String(sk)}`;

/** Returns the key of one shard of a counter. */
export const shardOf = ({ pk }: Key, shard: number): Key => key(pk, `COUNT#${shard}`);

/** Returns the keys of the shards of a list's row count. */
export const countKeys = (list: string): Key[] =>
  countShards(list) === 1
    ? [keys.count(list)]
    : Array.from({ length: countShards(list) }, (_, shard) => shardOf(keys.count(list), shard));

/** Key of a generation's stored movers of one club, by reading (`pass`); a text as `part` bounds a range. */
export const moversPart = (pass: string, facilityId: string, part: number | string): string =>
  `MOVED#${pass}#${facilityId}#${typeof part === 'number' ? String(part).padStart(4, '0') : part}`;

/** Key of a generation's stored differences of one club's members; parts as in `moversPart`. */
export const sharesPart = (pass: string, facilityId: string, part: number | string): string =>
  `SHARES#${pass}#${facilityId}#${typeof part === 'number' ? String(part).padStart(4, '0') : part}`;

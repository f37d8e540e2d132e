import { countShards } from './list-indexes.ts';

/**
 * Every key shape of the table, and nothing else. One table, two kinds of reads:
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
export interface Key {
  pk: string;
  sk: string;
}

const key = (pk: string, sk: string): Key => ({ pk, sk });

export const keys = {
  // the table's own records
  count: (list: string) => key(`COUNT#${list}`, 'COUNT'),
  search: (list: string, word: string, id: string) => key(`SEARCH#${list}`, `${word}#${id}`),
  unique: (kind: string, value: string) => key(`UNIQUE#${kind}#${value}`, 'UNIQUE'),
  number: (kind: string) => key(`NUMBER#${kind}`, 'NUMBER'),
  audit: (subject: string, when: string, id: string) => key(`AUDIT#${subject}`, `${when}#${id}`),

  // people and settings
  user: (id: string) => key(`USER#${id}`, 'USER'),
  signInTries: (nameDigest: string) => key(`SIGN-IN#${nameDigest}`, 'TRIES'),
  passwordReset: (nameDigest: string) => key(`SIGN-IN#${nameDigest}`, 'PASSWORD-RESET'),
  signInChallenge: (tokenHash: string) => key(`CHALLENGE#${tokenHash}`, 'CHALLENGE'),
  pin: (userId: string) => key(`PIN#${userId}`, 'PIN'),
  gridSettings: (userId: string, grid: string) => key(`USER#${userId}`, `GRID#${grid}`),
  featureFlags: () => key('SETTINGS', 'FEATURE-FLAGS'),

  // visitors
  submission: (id: string) => key(`SUBMISSION#${id}`, 'SUBMISSION'),
  letterCount: (source: string) => key(`LETTERS-FROM#${source}`, 'COUNT'),
  solvedCaptcha: (tokenHash: string) => key(`CAPTCHA#${tokenHash}`, 'CAPTCHA'),

  // jobs
  job: (id: string) => key(`JOB#${id}`, 'JOB'),
  transferResults: (jobId: string, part: string) => key(`JOB#${jobId}`, `TRANSFERRED#${part}`),
  backfill: (name: string) => key(`BACKFILL#${name}`, 'BACKFILL'),
  bulkResults: (jobId: string, part: string) => key(`JOB#${jobId}`, `BULK#${part}`),
  visitors: (jobId: string, place: string) => key(`JOB#${jobId}`, `VISITORS#${place}`),
  jobPart: (id: string, part: string) => key(`JOB#${id}`, `PART#${part}`),

  // partners and what they own
  partner: (partnerId: string) => key(`PARTNER#${partnerId}`, 'PARTNER'),
  bankAccount: (payeeToken: string) => key(`BANK-ACCOUNT#${payeeToken}`, 'BANK-ACCOUNT'),
  vaultKey: (id: string) => key(`VAULT-KEY#${id}`, 'VAULT-KEY'),
  // what an account was before the bank corrected it
  bankAccountVersion: (payeeToken: string, version: string) =>
    key(`BANK-ACCOUNT#${payeeToken}`, `VERSION#${version}`),
  waitingAccount: (payeeToken: string) => key('WAITING-ACCOUNTS', payeeToken),
  groupMembership: (partnerId: string) => key(`PARTNER#${partnerId}`, 'GROUP-MEMBERSHIP'),
  membershipCount: (partnerId: string) => key(`PARTNER#${partnerId}`, 'MEMBERSHIP-COUNT'),
  waitingCount: (partnerId: string) => key(`PARTNER#${partnerId}`, 'WAITING-TO-INVITE-COUNT'),
  upload: (partnerId: string, when: string, jobId: string) => key(`UPLOADS#${partnerId}`, `${when}#${jobId}`),
  uploadColumns: (partnerId: string) => key(`PARTNER#${partnerId}`, 'UPLOAD-COLUMNS'),
  keyFob: (number: string) => key(`KEY-FOB#${number}`, 'KEY-FOB'),
  member: (id: string) => key(`MEMBER#${id}`, 'MEMBER'),
  memberRow: (id: string) => key(`MEMBER#${id}`, 'ROW'),
  memberRowOfFacility: (id: string) => key(`MEMBER#${id}`, 'ROW-OF-FACILITY'),
  agreement: (memberId: string, rowKey: string) => key(`MEMBER#${memberId}`, `AGREEMENT#${rowKey}`),
  agreementConsent: (memberId: string, facilityId: string) =>
    key(`MEMBER#${memberId}`, `CONSENT#${facilityId}`),
  invitation: (tokenHash: string) => key(`INVITATION#${tokenHash}`, 'INVITATION'),
  rosterChange: (id: string) => key(`ROSTER-CHANGE#${id}`, 'ROSTER-CHANGE'),
  rosterPart: (id: string, part: string) => key(`ROSTER-CHANGE#${id}`, `PART#${part}`),
  invitationRun: (partnerId: string) => key(`PARTNER#${partnerId}`, 'INVITATION-RUN'),
  enrollment: (partnerId: string, facilityId: string, memberId: string) =>
    key(`ENROLLMENTS#${partnerId}`, `${facilityId}#${memberId}`),

  // clubs and visits
  facility: (id: string) => key(`FACILITY#${id}`, 'FACILITY'),
  facilityRow: (id: string) => key(`FACILITY#${id}`, 'ROW'),
  // what the map needs of each club, all in one partition: twenty thousand are three queries
  facilityOnMap: (id: string) => key('FACILITIES-ON-MAP', id),
  // the plans that clubs take part in are few: one partition
  plan: (id: string) => key('PLANS', id),
  // one key for a member's day, so that two check-ins of it can never both count
  visit: (memberId: string, date: string) => key(`MEMBER#${memberId}`, `VISIT#${date}`),
  uncountedCheckIn: (memberId: string, date: string, facilityId: string) =>
    key(`MEMBER#${memberId}`, `VISIT#${date}#${facilityId}`),
  // a month's visits by day, and its members by number of visits
  visitTallies: (partnerId: string, periodId: string) => key(`VISIT-TALLIES#${partnerId}`, periodId),
  accessPass: (memberId: string) => key(`MEMBER#${memberId}`, 'ACCESS-PASS'),
  visitReport: (memberId: string, date: string) => key(`MEMBER#${memberId}`, `VISIT-REPORT#${date}`),
  visitReportOfFacility: (memberId: string, date: string) =>
    key(`MEMBER#${memberId}`, `REPORT-OF-FACILITY#${date}`),
  openReports: (memberId: string) => key(`MEMBER#${memberId}`, 'OPEN-REPORTS'),
  monthlyVisits: (memberId: string, periodId: string) => key(`MEMBER#${memberId}`, `VISITS-OF#${periodId}`),

  // money
  payment: (id: string) => key(`PAYMENT#${id}`, 'PAYMENT'),
  // the ledger: all about a partner's payments of one month and type lies together, payment after payment
  ledgerEntry: (group: { partnerId: string; periodId: string; paymentTypeId: number }, place: string) =>
    key(`LEDGER#${group.partnerId}#${group.periodId}#${group.paymentTypeId}`, place),
  ledgerSeal: (periodId: string) => key('LEDGER-SEALS', `SEAL#${periodId}`),
  ledgerProof: (periodId: string, place: string) => key(`LEDGER-PROOF#${periodId}`, place),
  correctedPayment: (id: string) => key(`PAYMENT#${id}`, 'CORRECTED'),
  paymentReason: (id: string, part: string) => key(`PAYMENT#${id}`, `REASON#${part}`),
  payrollSettings: (partnerId: string) => key(`PARTNER#${partnerId}`, 'PAYROLL-SETTINGS'),
  payrollYear: (partnerId: string, year: string) => key(`PARTNER#${partnerId}`, `PAYROLL#${year}`),
  /** Which generation of a list of payments runs or ran last. */
  generation: (list: string) => key(`GENERATION#${list}`, 'GENERATION'),
  /** What a generation has to remember between its steps. */
  generationPart: (jobId: string, partnerId: string, part: string) =>
    key(`GENERATION#${jobId}`, `PART#${partnerId}#${part}`),
  lastSent: (payeeToken: string, series: string) => key(`BANK-ACCOUNT#${payeeToken}`, `LAST-SENT#${series}`),
  bankPreparation: (digest: string) => key(`BANK-PREPARATION#${digest}`, 'BANK-PREPARATION'),
  bankCheck: (filterDigest: string) => key(`BANK-CHECK#${filterDigest}`, 'BANK-CHECK'),
  bankRun: (hash: string) => key(`BANK-RUN#${hash}`, 'BANK-RUN'),
  // one administrator's confirmation, by the hash that the second confirms too
  bankApproval: (hash: string) => key(`BANK-APPROVAL#${hash}`, 'BANK-APPROVAL'),
  bankFileContent: (digest: string) => key(`BANK-FILE-CONTENT#${digest}`, 'BANK-FILE-CONTENT'),
  bankNumbers: (origin: string) => key(`BANK-NUMBERS#${origin}`, 'BANK-NUMBERS'),
  bankFile: (id: string) => key(`BANK-FILE#${id}`, 'BANK-FILE'),
  bankFileLine: (id: string, line: string) => key(`BANK-FILE#${id}`, `LINE#${line}`),
  bankFileAttempt: (id: string, attempt: string) => key(`BANK-FILE#${id}`, `ATTEMPT#${attempt}`),
  // by the trace number, which is what the bank names; a round of ten million later it is another entry's
  sentEntry: (trace: string) => key(`SENT-ENTRY#${trace}`, 'SENT-ENTRY'),
  // how many entries went out, or came back and why, on a day
  bankGauge: (flow: string, day: string, what: string) => key(`BANK-GAUGE#${flow}#${day}`, what),
  inboxFile: (hash: string) => key(`INBOX-FILE#${hash}`, 'INBOX-FILE'),
  inboxEntry: (hash: string, position: string) => key(`INBOX-FILE#${hash}`, `ENTRY#${position}`),

  // vouchers
  voucherProgram: (id: string) => key(`VOUCHER-PROGRAM#${id}`, 'VOUCHER-PROGRAM'),
  voucher: (batchId: string, row: string) => key(`VOUCHERS#${batchId}`, `VOUCHER#${row}`),
  redemption: (voucherId: string) => key(`VOUCHER-REDEMPTION#${voucherId}`, 'REDEMPTION'),
  redemptionTotal: (facilityId: string, periodId: string) =>
    key(`VOUCHER-REDEMPTIONS#${facilityId}#${periodId}`, 'AMOUNT'),
  wrongCodes: (owner: string) => key(`WRONG-VOUCHER-CODES#${owner}`, 'ATTEMPTS'),
  voucherCounts: (programId: string) => key(`VOUCHER-PROGRAM#${programId}`, 'COUNTS'),
} as const;

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

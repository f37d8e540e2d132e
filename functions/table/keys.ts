import type { PaymentKind } from '../../shared/payments/payment.ts';
import { formerVersion, ownerToken } from '../../shared/bank-accounts/bank-account.ts';
import { countShards } from './list-indexes.ts';

interface Key {
  pk: string;
  sk: string;
}

const key = (pk: string, sk: string): Key => ({ pk, sk });

/** Returns the keys of records of one item: `KEY-FOB#<id>`, `KEY-FOB`. */
const ownKey = (name: string) => (id: string) => key(`${name}#${id}`, name);

/** Bank runs, bank files, and files from the bank. */
const bankFileKeys = {
  lastSent: (payeeToken: string, series: string) => key(`BANK-ACCOUNT#${payeeToken}`, `LAST-SENT#${series}`),
  bankPreparation: ownKey('BANK-PREPARATION'),
  bankCheck: ownKey('BANK-CHECK'),
  bankRun: ownKey('BANK-RUN'),
  // a first administrator's confirmation, by the hash that the second one confirms
  bankApproval: ownKey('BANK-APPROVAL'),
  bankFileContent: ownKey('BANK-FILE-CONTENT'),
  bankNumbers: ownKey('BANK-NUMBERS'),
  bankFile: ownKey('BANK-FILE'),
  reversalRequest: (id: string) => key(`BANK-FILE#${id}`, 'REVERSAL-REQUEST'),
  bankFileLine: (id: string, line: string) => key(`BANK-FILE#${id}`, `LINE#${line}`),
  bankFileAttempt: (id: string, attempt: string) => key(`BANK-FILE#${id}`, `ATTEMPT#${attempt}`),
  // by trace number, which the bank reports; trace numbers repeat after ten million entries
  sentEntry: ownKey('SENT-ENTRY'),
  // number of entries sent, or returned by reason, on a day
  bankGauge: (bankFlow: string, day: string, what: string) => key(`BANK-GAUGE#${bankFlow}#${day}`, what),
  inboxFile: ownKey('INBOX-FILE'),
  inboxEntry: (fileHash: string, position: string) => key(`INBOX-FILE#${fileHash}`, `ENTRY#${position}`),
} as const;

const facilityKeys = {
  facility: ownKey('FACILITY'),
  facilityRow: (id: string) => key(`FACILITY#${id}`, 'ROW'),
  // map data of all facilities in one partition: 20,000 are three queries
  facilityOnMap: (id: string) => key('FACILITIES-ON-MAP', id),
  // facilities have few plans: one partition
  plan: (id: string) => key('PLANS', id),
  // one key per member and day, so that two check-ins of a day never both count
  visit: (memberId: string, date: string) => key(`MEMBER#${memberId}`, `VISIT#${date}`),
  uncountedCheckIn: (memberId: string, date: string, facilityId: string) =>
    key(`MEMBER#${memberId}`, `VISIT#${date}#${facilityId}`),
  clubVisits: (partnerId: string, clubMonth: string) => key(`CLUB-VISITS#${partnerId}`, clubMonth),
  // visits of a month by day, and members by number of visits
  visitTallies: (partnerId: string, periodId: string) => key(`VISIT-TALLIES#${partnerId}`, periodId),
  statementColumns: (bank: string, source: string) => key(`STATEMENT-COLUMNS#${bank}`, source),
  clubColumns: (owner: string, titlesDigest: string) => key(`CLUB-COLUMNS#${owner}`, titlesDigest),
  checkInDelivery: (id: string) => key(`CHECK-IN-DELIVERY#${id}`, 'DELIVERY'),
  checkInDeliveryOfFacility: (id: string) => key(`CHECK-IN-DELIVERY#${id}`, 'OF-FACILITY'),
  accessPass: (memberId: string) => key(`MEMBER#${memberId}`, 'ACCESS-PASS'),
  visitReport: (memberId: string, date: string) => key(`MEMBER#${memberId}`, `VISIT-REPORT#${date}`),
  visitReportOfFacility: (memberId: string, date: string) =>
    key(`MEMBER#${memberId}`, `REPORT-OF-FACILITY#${date}`),
  openReports: (memberId: string) => key(`MEMBER#${memberId}`, 'OPEN-REPORTS'),
  monthlyVisits: (memberId: string, periodId: string) => key(`MEMBER#${memberId}`, `VISITS-OF#${periodId}`),
  voucherProgram: ownKey('VOUCHER-PROGRAM'),
  voucher: (batchId: string, row: string) => key(`VOUCHERS#${batchId}`, `VOUCHER#${row}`),
  redemption: (voucherId: string) => key(`VOUCHER-REDEMPTION#${voucherId}`, 'REDEMPTION'),
  redemptionTotal: (facilityId: string, periodId: string) =>
    key(`VOUCHER-REDEMPTIONS#${facilityId}#${periodId}`, 'AMOUNT'),
  wrongCodes: (owner: string) => key(`WRONG-VOUCHER-CODES#${owner}`, 'ATTEMPTS'),
  voucherCounts: (programId: string) => key(`VOUCHER-PROGRAM#${programId}`, 'COUNTS'),
} as const;

/** API clients of partners and facilities with their calls, and single sign-on. */
const integrationKeys = {
  apiClient: ownKey('API-CLIENT'),
  apiClientRow: (id: string) => key(`API-CLIENT#${id}`, 'ROW'),
  apiCall: (clientId: string, position: string) => key(`API-CALLS#${clientId}`, `CALL#${position}`),
  /** The result of a check-in by the digest of the club's own ID. */
  clubCheckIn: (facilityId: string, digest: string) => key(`CLUB-CHECK-INS#${facilityId}`, digest),
  /** A name of a person in a partner's directory (SCIM), as a digest. */
  directoryName: (partnerId: string, kind: string, digest: string) =>
    key(`DIRECTORY#${partnerId}`, `NAME#${kind}#${digest}`),
  /** Number of memberships of a partner that ended on one day in all channels. */
  leavers: (partnerId: string, date: string) => key(`DIRECTORY#${partnerId}`, `LEAVERS#${date}`),
  /** Number of a client's calls in one minute. */
  apiCallCount: (clientId: string, minute: string) => key(`API-CALLS#${clientId}`, `MINUTE#${minute}`),
  signOn: ownKey('SINGLE-SIGN-ON'),
  /** Log-ins and failures of 90 days. */
  signOnEvent: (partnerId: string, position: string) => key(`SIGN-ON-EVENTS#${partnerId}`, position),
  providerLogin: ownKey('PROVIDER-LOGIN'),
  /** The user of a session at a provider, by the digest of its ID. */
  providerSession: ownKey('PROVIDER-SESSION'),
} as const;

/** Records of the table itself: counters, search entries, unique names, numbers, audit events, and jobs. */
const tableKeys = {
  count: ownKey('COUNT'),
  search: (list: string, word: string, id: string) => key(`SEARCH#${list}`, `${word}#${id}`),
  unique: (kind: string, value: string) => key(`UNIQUE#${kind}#${value}`, 'UNIQUE'),
  number: ownKey('NUMBER'),
  audit: (subject: string, when: string, id: string) => key(`AUDIT#${subject}`, `${when}#${id}`),

  job: ownKey('JOB'),
  transferResults: (jobId: string, part: string) => key(`JOB#${jobId}`, `TRANSFERRED#${part}`),
  backfill: ownKey('BACKFILL'),
  bulkResults: (jobId: string, part: string) => key(`JOB#${jobId}`, `BULK#${part}`),
  visitors: (jobId: string, position: string) => key(`JOB#${jobId}`, `VISITORS#${position}`),
  jobPart: (id: string, part: string) => key(`JOB#${id}`, `PART#${part}`),
  jobNotes: (id: string) => key(`JOB#${id}`, 'NOTES'),
} as const;

/** Partners with their accounts, uploads, members, key fobs, and enrollments. */
const partnerKeys = {
  partner: ownKey('PARTNER'),
  // a former account that can be refunded is in the partition of the payee
  bankAccount: (payeeToken: string) => {
    const version = formerVersion(payeeToken);
    const sk = version === undefined ? 'BANK-ACCOUNT' : `FORMER#${version}`;
    return key(`BANK-ACCOUNT#${ownerToken(payeeToken)}`, sk);
  },
  vaultKey: ownKey('VAULT-KEY'),
  // an account before the bank corrected it
  bankAccountVersion: (payeeToken: string, version: string) =>
    key(`BANK-ACCOUNT#${ownerToken(payeeToken)}`, `VERSION#${version}`),
  waitingAccount: (payeeToken: string) => key('WAITING-ACCOUNTS', payeeToken),
  accessReview: (partnerId: string) => key(`PARTNER#${partnerId}`, 'ACCESS-REVIEW'),
  groupMembership: (partnerId: string) => key(`PARTNER#${partnerId}`, 'GROUP-MEMBERSHIP'),
  membershipCount: (partnerId: string) => key(`PARTNER#${partnerId}`, 'MEMBERSHIP-COUNT'),
  waitingCount: (partnerId: string) => key(`PARTNER#${partnerId}`, 'WAITING-TO-INVITE-COUNT'),
  upload: (partnerId: string, when: string, jobId: string) => key(`UPLOADS#${partnerId}`, `${when}#${jobId}`),
  uploadColumns: (partnerId: string) => key(`PARTNER#${partnerId}`, 'UPLOAD-COLUMNS'),
  keyFob: ownKey('KEY-FOB'),
  member: ownKey('MEMBER'),
  memberRow: (id: string, list = '') => key(`MEMBER#${id}`, `ROW${list}`),
  /** The email about the latest turn of a membership until its job starts, in shards. */
  membershipEmail: (shard: number, memberId: string) => key(`MEMBERSHIP-EMAILS#${shard}`, memberId),
  agreement: (memberId: string, rowKey: string) => key(`MEMBER#${memberId}`, `AGREEMENT#${rowKey}`),
  agreementConsent: (memberId: string, facilityId: string) =>
    key(`MEMBER#${memberId}`, `CONSENT#${facilityId}`),
  memberRequest: (memberId: string, kind: string) => key(`MEMBER#${memberId}`, `REQUEST#${kind}`),
  memberRequestOfPartner: (memberId: string, kind: string) =>
    key(`MEMBER#${memberId}`, `REQUEST-OF-PARTNER#${kind}`),
  invitation: ownKey('INVITATION'),
  rosterChange: ownKey('ROSTER-CHANGE'),
  rosterPart: (id: string, part: string) => key(`ROSTER-CHANGE#${id}`, `PART#${part}`),
  signUpLink: (partnerId: string) => key(`PARTNER#${partnerId}`, 'SIGN-UP-LINK'),
  /** By the digest of the address. */
  signUp: (partnerId: string, digest: string) => key(`SIGN-UPS#${partnerId}`, `SIGN-UP#${digest}`),
  /** A guest's sign-up until the emailed link is opened. */
  signUpRequest: (partnerId: string, digest: string) => key(`SIGN-UPS#${partnerId}`, `REQUEST#${digest}`),
  waitingRosterChange: (id: string) => key(`ROSTER-CHANGE#${id}`, 'WAITING'),
  invitationRun: (partnerId: string) => key(`PARTNER#${partnerId}`, 'INVITATION-RUN'),
  /** First month in which a member counts again, by the month of the change. */
  activation: (partnerId: string, period: string, memberId: string, fromPeriod: string) =>
    key(`ACTIVATIONS#${partnerId}`, `${period}#${memberId}#${fromPeriod}`),
  /** A membership that a leavers file ends on a later day, by that day. */
  plannedEnd: (partnerId: string, endsOn: string, memberId: string) =>
    key(`PLANNED-ENDS#${partnerId}`, `${endsOn}#${memberId}`),
  enrollment: (partnerId: string, facilityId: string, memberId: string) =>
    key(`ENROLLMENTS#${partnerId}`, `${facilityId}#${memberId}`),
} as const;

const paymentKeys = {
  payment: ownKey('PAYMENT'),
  // ledger entries of a partner's payments of one month and type, payment by payment
  ledgerEntry: (group: { partnerId: string; periodId: string; paymentTypeId: number }, position: string) =>
    key(`LEDGER#${group.partnerId}#${group.periodId}#${group.paymentTypeId}`, position),
  ledgerSeal: (periodId: string) => key('LEDGER-SEALS', `SEAL#${periodId}`),
  ledgerProof: (periodId: string, position: string) => key(`LEDGER-PROOF#${periodId}`, position),
  correctedPayment: (id: string) => key(`PAYMENT#${id}`, 'CORRECTED'),
  payAgainRequest: (id: string) => key(`PAYMENT#${id}`, 'PAY-AGAIN-REQUEST'),
  paymentReason: (id: string, part: string) => key(`PAYMENT#${id}`, `REASON#${part}`),
  payrollSettings: (partnerId: string) => key(`PARTNER#${partnerId}`, 'PAYROLL-SETTINGS'),
  payrollYear: (partnerId: string, year: string) => key(`PARTNER#${partnerId}`, `PAYROLL#${year}`),
  /** The running or last generation of a list of payments. */
  generation: ownKey('GENERATION'),
  /** State of a generation between its steps. */
  generationPart: (jobId: string, partnerId: string, part: string) =>
    key(`GENERATION#${jobId}`, `PART#${partnerId}#${part}`),
} as const;

/** Requests of persons about their data, by user ID or by the digest of a verified address. */
const privacyKeys = {
  privacyCase: (owner: string, id: string) => key(`PRIVACY-CASES-OF#${owner}`, `CASE#${id}`),
  /** A guest's request until the emailed link is opened. */
  privacyRequest: (tokenHash: string) => key(`PRIVACY-REQUEST#${tokenHash}`, 'REQUEST'),
} as const;

/** Users, settings, and visitors' messages. */
const userKeys = {
  user: ownKey('USER'),
  createdUser: (creatorId: string, id: string) => key(`CREATED-USERS#${creatorId}`, id),
  signInAttempts: (nameDigest: string) => key(`SIGN-IN#${nameDigest}`, 'TRIES'),
  passwordReset: (nameDigest: string) => key(`SIGN-IN#${nameDigest}`, 'PASSWORD-RESET'),
  signInChallenge: ownKey('CHALLENGE'),
  refreshToken: ownKey('REFRESH'),
  pin: ownKey('PIN'),
  fullNumbersRead: (userId: string, date: string) => key(`FULL-NUMBERS#${userId}`, date),
  gridSettings: (userId: string, grid: string) => key(`USER#${userId}`, `GRID#${grid}`),
  featureFlags: () => key('SETTINGS', 'FEATURE-FLAGS'),
  announcedApprovals: () => key('SETTINGS', 'ANNOUNCED-APPROVALS'),
  /** Waiting work of a partner or facility that was announced to its managers. */
  announcedTasks: ownKey('ANNOUNCED-TASKS'),

  submission: ownKey('SUBMISSION'),
  siteEmailCount: (source: string) => key(`SITE-EMAILS-FROM#${source}`, 'COUNT'),
  loginCount: (source: string) => key(`LOGINS-FROM#${source}`, 'COUNT'),
  solvedCaptcha: ownKey('CAPTCHA'),
} as const;

/** Webhooks and their deliveries. */
const webhookKeys = {
  webhooks: (owner: string) => key('WEBHOOKS', owner),
  /** Waiting deliveries in the order of their events. */
  waitingDelivery: (webhookId: string, shard: number, position: string) =>
    key(`WEBHOOK-QUEUE#${webhookId}#${shard}`, position),
  failingWebhook: (webhookId: string) => key(`WEBHOOK-FAILING#${webhookId}`, 'FAILING'),
  /** Delivered or failed deliveries. */
  pastDelivery: (webhookId: string, status: string, id: string) =>
    key(`WEBHOOK-DELIVERIES#${webhookId}#${status}`, id),
} as const;

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
  /** Canceled payments that one administrator requested to pay again. */
  payAgainRequests: () => 'PAY-AGAIN-REQUESTS',
  bankFiles: () => 'BANK-FILES',
  /** Sent files that one administrator requested to reverse. */
  reversalRequests: () => 'REVERSAL-REQUESTS',
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
  membersWithConsents: (partnerId: string) => `MEMBERS-WITH-CONSENTS#${partnerId}`,
  signOns: () => 'SINGLE-SIGN-ONS',
  apiClients: () => 'API-CLIENTS',
  apiClientsOf: (kind: string, ownerId: string) => `API-CLIENTS-OF#${kind}#${ownerId}`,
  visits: (partnerId: string, periodId: string) => `VISITS#${partnerId}#${periodId}`,
  visitsOfFacility: (facilityId: string, periodId: string) => `CLUB-VISITS#${facilityId}#${periodId}`,
} as const;

interface PaymentLists {
  partner: { programPaymentTypeId: number; paymentTypeId: number; periodId: string };
  facility: Omit<PaymentLists['partner'], 'paymentTypeId'>;
  member: PaymentLists['partner'] & { partnerId: string };
}

/** Identifies a list of payments of a kind. Members have a list per partner. */
export type PaymentListOf<Kind extends PaymentKind> = PaymentLists[Kind];

const paymentListNames: { [Kind in PaymentKind]: (of: PaymentLists[Kind]) => string } = {
  partner: ({ programPaymentTypeId, paymentTypeId, periodId }) =>
    lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId),
  facility: ({ programPaymentTypeId, periodId }) => lists.facilityPayments(programPaymentTypeId, periodId),
  member: ({ programPaymentTypeId, paymentTypeId, partnerId, periodId }) =>
    lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId),
};

export const paymentListName = <Kind extends PaymentKind>(kind: Kind, of: PaymentLists[Kind]): string =>
  paymentListNames[kind](of);

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

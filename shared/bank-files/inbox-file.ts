import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { money } from '../money.ts';

export const inboxKinds = [
  { id: 'returns', name: 'Returns' },
  { id: 'changes', name: 'Account changes' },
  { id: 'mixed', name: 'Returns and account changes' },
  { id: 'acknowledgement', name: 'Acknowledgement' },
  { id: 'statement', name: 'Statement' },
  { id: 'unreadable', name: 'Not readable' },
] as const;
export type InboxKind = (typeof inboxKinds)[number]['id'];

export const inboxFileStatuses = [
  { id: 'waiting', name: 'Waiting for approval', color: 'orange' },
  { id: 'reading', name: 'Being read', color: 'yellow' },
  { id: 'review', name: 'Needs review', color: 'orange' },
  { id: 'done', name: 'Processed', color: 'green' },
  { id: 'unreadable', name: 'Not readable', color: 'beet' },
] as const;
export type InboxFileStatus = (typeof inboxFileStatuses)[number]['id'];

const idsOf = <Id extends string>(rows: readonly { id: Id }[]) => z.enum(rows.map(({ id }) => id));

const position = z.int().min(0).max(59);

/** Columns of a statement that an administrator selected, as positions from 0. */
export const statementColumns = z
  .object({
    date: position,
    /** Signed amounts: withdrawals are negative, or `side` names the direction. */
    amount: position.optional(),
    debit: position.optional(),
    credit: position.optional(),
    side: position.optional(),
  })
  .refine(
    ({ amount, debit, credit }) => (amount !== undefined) !== (debit !== undefined && credit !== undefined),
    { error: 'Select the column of amounts, or those of withdrawals and deposits.' },
  )
  .refine((columns) => new Set(Object.values(columns)).size === Object.keys(columns).length, {
    error: 'A column cannot have two meanings. Select another column.',
  });
export type StatementColumns = z.output<typeof statementColumns>;

/** Kinds of notices about a received file. */
const noticeCodes = [
  'unreadable-row',
  'not-posted',
  'other-account',
  'ignored-group',
  'wrong-total',
  'incomplete',
  'format',
  'approval',
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

export interface Notice {
  code: NoticeCode;
  message: string;
}

/** File received from the bank. Its ID is the SHA-256 of its bytes, so identical files are imported once. */
export const inboxFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: idsOf(inboxKinds),
  status: idsOf(inboxFileStatuses),
  receivedAt: z.string(),
  receivedBy: z.string(),
  jobId: z.string().nullable(),
  entryCount: z.int(),
  applied: z.int(),
  repeated: z.int(),
  quarantined: z.int(),
  open: z.int(),
  notices: z.array(z.string()),
  /** Machine-readable kinds of the notices, in their order; absent in files stored before codes. */
  noticeCodes: z.array(z.enum(noticeCodes)).optional(),
  days: z.array(z.string()).optional(),
  /** Selected columns of a statement with missing or unknown titles. */
  columns: statementColumns.optional(),
  /** Second administrator of a file that was uploaded above the limits. */
  approvedBy: z.string().optional(),
  version: recordVersion,
});
export type InboxFile = z.output<typeof inboxFile>;

export const inboxFileColumns = ['receivedAt', 'name', 'kind', 'status'] as const;

/** `quarantined`: matches no sent entry. `case`: applied, but needs follow-up. `repeated`: was in an earlier file. */
export const inboxEntryStatuses = [
  { id: 'applied', name: 'Processed', color: 'green' },
  { id: 'repeated', name: 'Received before', color: 'blue' },
  { id: 'quarantined', name: 'In quarantine', color: 'orange' },
  { id: 'case', name: 'Open case', color: 'orange' },
  { id: 'dismissed', name: 'Dismissed', color: 'beet' },
  { id: 'closed', name: 'Case closed', color: 'green' },
] as const;
export type InboxEntryStatus = (typeof inboxEntryStatuses)[number]['id'];

export const isOpenEntry = ({ status }: Pick<InboxEntry, 'status'>): boolean =>
  status === 'quarantined' || status === 'case';

/** Entry of a received file; amounts are cents. Account numbers are only in the encrypted file. */
export const inboxEntry = z.object({
  inboxFileId: z.string(),
  /** One-based. */
  position: z.int(),
  about: z.enum(['return', 'change', 'acknowledgement', 'statement', 'other']),
  code: z.string(),
  /** The bank suspects fraud. */
  isQuestionable: z.boolean().optional(),
  originalTrace: z.string(),
  amount: z.int(),
  name: z.string(),
  lastFour: z.string(),
  status: idsOf(inboxEntryStatuses),
  reason: z.string(),
  /** Last day for a response (`YYYY-MM-DD`); null where no rule sets one. */
  deadline: z.string().nullable(),
  bankFileId: z.string().nullable(),
  paymentId: z.string().nullable(),
  payeeToken: z.string().nullable().optional(),
  receivedAt: z.string(),
  notice: z.enum(['none', 'to send', 'sent', 'no address']),
  note: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: z.string().nullable(),
  /** An assignment that another administrator must confirm. */
  assignment: z.object({ trace: z.string(), askedBy: z.string(), askedAt: z.string() }).optional(),
  version: recordVersion,
});
export type InboxEntry = z.output<typeof inboxEntry>;

export const newInboxEntry = (
  entry: Omit<InboxEntry, 'deadline' | 'notice' | 'note' | 'settledBy' | 'settledAt' | 'version'>,
): InboxEntry => ({
  ...entry,
  deadline: null,
  notice: 'none',
  note: null,
  settledBy: null,
  settledAt: null,
  version: 0,
});

export const inboxEntryColumns = ['deadline', 'receivedAt', 'code', 'amount', 'name'] as const;

/** Amounts are dollars on the wire. */
export const inboxFileRow = inboxFile.omit({ version: true, jobId: true, columns: true });
export const inboxEntryRow = inboxEntry.extend({ amount: money({ most: Number.MAX_SAFE_INTEGER }) });
export type InboxEntryRow = z.output<typeof inboxEntryRow>;

export const inboxActions = ['assign', 'dismiss', 'close'] as const;
export type InboxAction = (typeof inboxActions)[number];

import * as z from 'zod';
import { money } from '../../money.ts';

/** What a file from the bank is about, as its records tell. */
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
  { id: 'reading', name: 'Being read', color: 'yellow' },
  { id: 'review', name: 'Needs review', color: 'orange' },
  { id: 'done', name: 'Processed', color: 'green' },
  { id: 'unreadable', name: 'Not readable', color: 'beet' },
] as const;
export type InboxFileStatus = (typeof inboxFileStatuses)[number]['id'];

const idsOf = <Id extends string>(rows: readonly { id: Id }[]) => z.enum(rows.map(({ id }) => id));

/** A file that came from the bank. Its id is the SHA-256 of its bytes, so the same bytes are one file. */
export const inboxFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: idsOf(inboxKinds),
  status: idsOf(inboxFileStatuses),
  receivedAt: z.string(),
  receivedBy: z.string(),
  jobId: z.string().nullable(),
  entryCount: z.int(),
  /** How many entries were matched and carried out, came before, and went to a person. */
  applied: z.int(),
  repeated: z.int(),
  quarantined: z.int(),
  /** How many still wait for a person. */
  open: z.int(),
  /** What is odd about the file as a whole; its entries are judged one by one. */
  notices: z.array(z.string()),
  /** The days that a statement is about. */
  days: z.array(z.string()).optional(),
  version: z.int(),
});
export type InboxFile = z.output<typeof inboxFile>;

export const inboxFileColumns = ['receivedAt', 'name', 'kind', 'status'] as const;

/**
 * The state of an entry of a received file: `quarantined` fits nothing that was sent, `case` was carried out and needs
 * a person beside that; both are open. `repeated` came in an earlier file.
 */
export const inboxEntryStatuses = [
  { id: 'applied', name: 'Processed', color: 'green' },
  { id: 'repeated', name: 'Received before', color: 'blue' },
  { id: 'quarantined', name: 'In quarantine', color: 'orange' },
  { id: 'case', name: 'Open case', color: 'orange' },
  { id: 'dismissed', name: 'Dismissed', color: 'beet' },
  { id: 'closed', name: 'Case closed', color: 'green' },
] as const;
export type InboxEntryStatus = (typeof inboxEntryStatuses)[number]['id'];

/** True for an entry that a person must still see to. */
export const isOpenEntry = ({ status }: Pick<InboxEntry, 'status'>): boolean =>
  status === 'quarantined' || status === 'case';

/** One entry of a received file; amounts are cents. It holds no account number: those stay in the sealed file. */
export const inboxEntry = z.object({
  inboxFileId: z.string(),
  /** Its place in the file, from 1. */
  position: z.int(),
  about: z.enum(['return', 'change', 'acknowledgement', 'statement', 'other']),
  code: z.string(),
  originalTrace: z.string(),
  amount: z.int(),
  name: z.string(),
  lastFour: z.string(),
  status: idsOf(inboxEntryStatuses),
  /** What became of it, as a sentence. */
  reason: z.string(),
  /** The last day on which a person can act (`YYYY-MM-DD`); null where no rule sets one. */
  deadline: z.string().nullable(),
  bankFileId: z.string().nullable(),
  paymentId: z.string().nullable(),
  /** Whose account it was sent to. */
  payeeToken: z.string().nullable().optional(),
  receivedAt: z.string(),
  /** Whether the payee is to be told by email, and was. */
  notice: z.enum(['none', 'to send', 'sent', 'no address']),
  /** What the administrator wrote who assigned, dismissed or closed it. */
  note: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: z.string().nullable(),
  version: z.int(),
});
export type InboxEntry = z.output<typeof inboxEntry>;

/** An entry that nobody has decided about yet. */
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

/** As people see them: amounts in dollars on the wire. */
export const inboxFileRow = inboxFile.omit({ version: true, jobId: true });
export const inboxEntryRow = inboxEntry.extend({ amount: money({ most: Number.MAX_SAFE_INTEGER }) });
export type InboxEntryRow = z.output<typeof inboxEntryRow>;

/** What an administrator can do with an open entry. */
export const inboxActions = ['assign', 'dismiss', 'close'] as const;
export type InboxAction = (typeof inboxActions)[number];

import * as z from 'zod';
import { accountNumber, accountTypes } from '../bank-accounts/account-number.ts';
import { bankFlows, bankFlowTable, type BankFlow } from './bank-flow-table.ts';
import { routingNumber } from '../bank-accounts/routing-number.ts';

const printable = (width: number) =>
  z
    .string()
    .min(1)
    .max(width, `must be at most ${width} characters`)
    .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII without outer spaces');

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:30');
const companyId = z.string().regex(/^[\dA-Z]{10}$/, 'must be 10 capital letters or digits');

/** The parts of a file's name, of which the day and the place in it make it one of its own. */
const fileName = z
  .string()
  .max(100)
  .regex(
    /^([\w.-]|\{(date|yymmdd|modifier|flow|hash|company)\})+$/,
    'must be letters, digits, . _ - and {date}, {yymmdd}, {modifier}, {flow}, {hash}, {company}',
  )
  .regex(/\{(date|yymmdd)\}/, 'must have {date} or {yymmdd}')
  .regex(/\{modifier\}/, 'must have {modifier}');

const folder = z.string().regex(/^[\w./-]{1,200}$/, 'must be a folder');

const limit = z.int().positive().nullable();

/** A choice of the entry classes that a flow allows, by default its first one. */
const entryClassOf = <Flow extends BankFlow>(flow: Flow) =>
  z
    .enum(bankFlowTable[flow].entryClasses as (typeof bankFlowTable)[Flow]['entryClasses'])
    .default(bankFlowTable[flow].entryClasses[0]);

/** A setting of each flow by itself. */
const ofEachFlow = <Of extends z.ZodType>(settingOf: (flow: BankFlow) => Of) =>
  z.object(Object.fromEntries(bankFlows.map((flow) => [flow, settingOf(flow)])) as Record<BankFlow, Of>);

/**
 * How this environment's bank wants its files, checked once at start.
 * Names are printable ASCII; `odfi` is the originating bank's whole routing number; `cutOff` is Chicago time.
 * With an `offsetAccount` every batch is balanced by one offset entry and has service class 200.
 */
export const bankSettings = z.object({
  destination: routingNumber,
  destinationName: printable(23),
  origin: z.string().regex(/^[\x21-\x7e]{9,10}$/, 'must be 9 or 10 characters'),
  originName: printable(23),
  companyName: printable(16),
  companyId,
  /** Flows for which the bank knows the company by another id. */
  companyIds: z.partialRecord(z.enum(bankFlows), companyId).default({}),
  companyDiscretionaryData: z
    .string()
    .max(20)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .default(''),
  odfi: routingNumber,
  entryClass: ofEachFlow(entryClassOf).prefault({}),
  offsetAccount: z.object({ routingNumber, accountNumber, accountType: z.enum(accountTypes) }).optional(),
  cutOff: timeOfDay.default('16:30'),
  /** The earlier cutoffs of a day until which files of these flows settle the same day, and the time they do. */
  sameDay: z
    .object({
      windows: z.array(z.object({ cutOff: timeOfDay, settlesAt: timeOfDay })).default([]),
      flows: z.array(z.enum(bankFlows)).default([]),
    })
    .prefault({}),
  /** How a record ends: LF, or CR and LF. */
  lineEnd: z.enum(['lf', 'crlf']).default('lf'),
  fileName: fileName.default('{date}-{modifier}-{flow}-{hash}.ach'),
  /** The bank's SFTP server, and the SHA-256 of its host key; left out, the bank fetches files from the outbox. */
  sftp: z
    .object({
      host: z.string().regex(/^[\w.:-]{1,253}$/, 'must be a host name or address'),
      port: z.int().min(1).max(65_535).default(22),
      user: z.string().min(1).max(64),
      hostKey: z.string().regex(/^SHA256:[\w+/]{43}$/, 'must be as ssh-keygen -lf shows it: SHA256:…'),
      outgoing: folder.default('.'),
      /** Where the bank puts files for us; null: it does not. */
      incoming: folder.nullable().default(null),
    })
    .optional(),
  /** The 705 records: a text for people, the segment RMR of ANSI X12, or none. */
  addenda: z.enum(['text', 'x12', 'none']).default('text'),
  /** The notice that the bank needs before the effective date, in banking days. */
  debitLeadDays: z.union([z.literal(1), z.literal(2)]).default(1),
  creditLeadDays: z.union([z.literal(1), z.literal(2)]).default(1),
  /** How many banking days before the effective date the bank takes an entry. */
  debitDaysAhead: z.int().min(2).max(30).default(6),
  creditDaysAhead: z.int().min(2).max(30).default(5),
  /** Cents above which the bank takes no entry, no file, and no more in a day and direction; null: no limit. */
  limits: z
    .object({ entry: limit.default(null), file: limit.default(null), day: limit.default(null) })
    .prefault({}),
  /** Cents above which a run, an entry or a day's total needs a second administrator; null: never for that. */
  twoPersons: z
    .object({
      above: limit.default(25_000_00),
      entryAbove: limit.default(10_000_00),
      dayAbove: limit.default(100_000_00),
      forNewAccounts: z.boolean().default(true),
    })
    .prefault({}),
  /** Whether new and changed accounts of a flow wait for a prenote before money moves. */
  prenotes: ofEachFlow(() => z.boolean().default(false)).prefault({}),
  /** Cents from which on an amount is shown as unusual before it is sent. */
  unusualAmount: z.int().positive().default(50_000_00),
  /** Payments that a call checks by itself, in a second or two; more are checked by a job, so many in a step. */
  paymentsAtOnce: z.int().positive().default(2_000),
});

export type BankSettings = z.infer<typeof bankSettings>;

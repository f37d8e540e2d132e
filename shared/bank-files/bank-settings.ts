import { type CalendarDate, dateInChicago, isBankingDay, timeInChicago } from '../calendar.ts';
import { dollarsFromCents, showMoney, type Cents } from '../money.ts';
import type { Payment } from '../payments/payment.ts';
import {
  bankFlowRow,
  bankFlowTable,
  type BankFlow,
  bankFlows,
  needsValidation,
  retryDescription,
  reversalDescription,
} from './bank-flow-table.ts';
import { maskAccountNumber, accountNumber, accountTypes } from '../bank-accounts/bank-account.ts';
import { changedAccountPosition } from './nacha/change-codes.ts';
import {
  recordLength,
  fieldOf,
  layout,
  numberOf,
  type Field,
  amountLimit,
  sameDayLimit,
} from './nacha/format.ts';
import { accountPositionOf, entryShapeOf, type EntryShape } from './nacha/read-entry.ts';
import * as z from 'zod';
import { routingNumber } from '../bank-accounts/routing-number.ts';

interface NamedFile {
  createdOn: CalendarDate;
  fileIdModifier: string;
  bankFlow: BankFlow;
  fileHash: string;
}

/** Returns the remote file name, unique by date and modifier. */
export function remoteNameOf(
  { fileName, companyId }: Pick<BankSettings, 'fileName' | 'companyId'>,
  { createdOn, fileIdModifier, bankFlow, fileHash }: NamedFile,
): string {
  const date = createdOn.replaceAll('-', '');
  const parts: Record<string, string> = {
    date,
    yymmdd: date.slice(2),
    modifier: fileIdModifier,
    flow: bankFlowTable[bankFlow].fileLabel,
    hash: fileHash.slice(0, 8),
    company: companyId,
  };
  return fileName.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}

export const companyIdOf = (
  { companyId, companyIds }: Pick<BankSettings, 'companyId' | 'companyIds'>,
  bankFlow: BankFlow,
): string => companyIds[bankFlow] ?? companyId;

/** Returns the 705 addenda text in the bank's format; `x12` is the ANSI X12 820 RMR segment for CCD+. */
export function remittanceOf(
  { addenda }: Pick<BankSettings, 'addenda'>,
  bankFlow: BankFlow,
  payment: Payment,
): string | undefined {
  const text = bankFlowRow(bankFlow).remittance(payment);
  if (text === undefined || addenda === 'none') return undefined;
  if (addenda === 'text') return text;
  return `RMR*IV*${payment.id.slice(-30)}**${dollarsFromCents(payment.amountToBeSent).toFixed(2)}\\`;
}

const correctedDataFrom = 36;

function maskField(line: string, [from, to]: Field): string {
  const text = fieldOf(line, [from, to]);
  const number = text.trim();
  const masked = text.replace(number, maskAccountNumber(number));
  return line.slice(0, from - 1) + masked + line.slice(to);
}

function maskRecord(line: string, shape: EntryShape): string {
  if (line.startsWith('6')) return maskField(line, accountPositionOf(shape));
  if (!line.startsWith('798')) return line;
  const range = changedAccountPosition(line.slice(3, 6).toUpperCase());
  return range ? maskField(line, [correctedDataFrom + range[0], correctedDataFrom + range[1] - 1]) : line;
}

export function maskBankFile(text: string): string {
  let shape: EntryShape = 'domestic';
  return text.replaceAll(/[^\r\n]+/g, (content) => {
    let masked = '';
    // Content longer than a record has no line endings.
    for (let from = 0; from < content.length; from += recordLength) {
      const line = content.slice(from, from + recordLength);
      if (line.startsWith('5')) {
        const { serviceClass, entryClass, companyName } = layout.batchHeader;
        const sec = fieldOf(line, entryClass).toUpperCase();
        shape = entryShapeOf(numberOf(line, serviceClass) ?? 0, sec, fieldOf(line, companyName).trim());
      }
      masked += maskRecord(line, shape);
    }
    return masked;
  });
}

type Windows = Partial<Pick<BankSettings, 'sameDay'>>;
type SameDayWindow = BankSettings['sameDay']['windows'][number];

export const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

export function windowsAhead({ sameDay }: Windows, now: Date): SameDayWindow[] {
  if (!sameDay || !isBankingDay(dateInChicago(now))) return [];
  const { hour, minute } = timeInChicago(now);
  return sameDay.windows
    .filter(({ cutOff }) => hour * 60 + minute < minutesOf(cutOff))
    .toSorted((left, other) => minutesOf(left.cutOff) - minutesOf(other.cutOff));
}

/** Returns the same-day window of a flow for payments sent now; undefined when they settle later. */
export const sameDayWindow = (settings: Windows, bankFlow: BankFlow, now: Date): SameDayWindow | undefined =>
  settings.sameDay?.flows.includes(bankFlow) ? windowsAhead(settings, now)[0] : undefined;

export const sameDayAtOf = (
  settings: Windows,
  bankFlow: BankFlow,
  instant: Date,
  effectiveDate: CalendarDate,
): string | undefined =>
  effectiveDate === dateInChicago(instant)
    ? sameDayWindow(settings, bankFlow, instant)?.settlesAt.replace(':', '')
    : undefined;

/**
 * Returns why an amount exceeds the limit for one entry: that of the file format, or the bank's lower one (`mostOfEntry`, in
 * cents).
 */
export function limitReason(
  amount: Cents,
  { mostOfEntry, isSameDay }: { mostOfEntry: Cents | null; isSameDay: boolean },
): string | undefined {
  const most = Math.min(mostOfEntry ?? amountLimit, amountLimit - 1);
  if (amount > most) return `The bank accepts at most ${showMoney(most)} per payment.`;
  return isSameDay && amount > sameDayLimit
    ? `Same-day payments are limited to ${showMoney(sameDayLimit)}. Send this payment after the last same-day cutoff.`
    : undefined;
}

const printable = (width: number) =>
  z
    .string()
    .min(1)
    .max(width, `must be at most ${width} characters`)
    .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII without outer spaces');

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:30');
const companyId = z.string().regex(/^[\dA-Z]{10}$/, 'must be 10 capital letters or digits');

/** File name template. Date and modifier are required for unique names. */
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

const reservedDescriptions: readonly string[] = [
  retryDescription,
  reversalDescription,
  'RECLAIM',
  'NONSETTLED',
  'RETURN FEE',
  'ACCTVERIFY',
  'HCCLAIMPMT',
  'AUTOENROLL',
];
/** Credits of wages only (Nacha company entry descriptions, since 2026-03-20). */
const wagesDescription = 'PAYROLL';

/** Restricts a setting to the entry classes of the flow and defaults to the first. */
const entryClassOf = <SomeBankFlow extends BankFlow>(bankFlow: SomeBankFlow) =>
  z
    .enum(bankFlowTable[bankFlow].entryClasses as (typeof bankFlowTable)[SomeBankFlow]['entryClasses'])
    .default(bankFlowTable[bankFlow].entryClasses[0]);

const ofEachFlow = <Of extends z.ZodType>(settingOf: (bankFlow: BankFlow) => Of) =>
  z.object(
    Object.fromEntries(bankFlows.map((bankFlow) => [bankFlow, settingOf(bankFlow)])) as Record<BankFlow, Of>,
  );

/**
 * Bank settings, validated at startup. `odfi` is a nine-digit routing number, and `cutOff` is Chicago time. With an
 * `offsetAccount`, each batch gets one offset entry.
 */
export const bankSettings = z.object({
  destination: routingNumber,
  destinationName: printable(23),
  origin: z.string().regex(/^[\x21-\x7e]{9,10}$/, 'must be 9 or 10 characters'),
  originName: printable(23),
  companyName: printable(16),
  companyId,
  companyIds: z.partialRecord(z.enum(bankFlows), companyId).default({}),
  companyDiscretionaryData: z
    .string()
    .max(20)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .default(''),
  odfi: routingNumber,
  /** Our accounts in statements; movements of others are set aside. Empty: the only account of a statement is ours. */
  accountNumbers: z.array(accountNumber).default([]),
  entryClass: ofEachFlow(entryClassOf).prefault({}),
  /**
   * Company entry description of each flow, on the statement of the account holder. Nacha requires PAYROLL for credits
   * that are wages (since 2026-03-20), and reserves RETRY PYMT and REVERSAL.
   */
  description: ofEachFlow((bankFlow) =>
    printable(10)
      .refine(
        (text) => !reservedDescriptions.includes(text.toUpperCase()),
        'must not be a reserved description',
      )
      .refine(
        (text) => text.toUpperCase() !== wagesDescription || bankFlow === 'memberReimbursement',
        'must not be PAYROLL, which is for wages',
      )
      .default(bankFlowTable[bankFlow].description),
  ).prefault({}),
  offsetAccount: z.object({ routingNumber, accountNumber, accountType: z.enum(accountTypes) }).optional(),
  cutOff: timeOfDay.default('16:30'),
  /** Same-day cutoffs for the flows listed, with the settlement time of each. */
  sameDay: z
    .object({
      windows: z.array(z.object({ cutOff: timeOfDay, settlesAt: timeOfDay })).default([]),
      flows: z.array(z.enum(bankFlows)).default([]),
    })
    .prefault({}),
  lineEnd: z.enum(['lf', 'crlf']).default('lf'),
  fileName: fileName.default('{date}-{modifier}-{flow}-{hash}.ach'),
  /** The bank's SFTP server and the SHA-256 of its host key. Without it, the bank fetches files from the outbox. */
  sftp: z
    .object({
      host: z.string().regex(/^[\w.:-]{1,253}$/, 'must be a host name or address'),
      port: z.int().min(1).max(65_535).default(22),
      user: z.string().min(1).max(64),
      hostKey: z.string().regex(/^SHA256:[\w+/]{43}$/, 'must be as ssh-keygen -lf shows it: SHA256:…'),
      outgoing: folder.default('.'),
      incoming: folder.nullable().default(null),
    })
    .optional(),
  addenda: z.enum(['text', 'x12', 'none']).default('text'),
  /** Notice that the bank requires before the effective date, in banking days. */
  debitLeadDays: z.union([z.literal(1), z.literal(2)]).default(1),
  creditLeadDays: z.union([z.literal(1), z.literal(2)]).default(1),
  debitDaysAhead: z.int().min(2).max(30).default(6),
  creditDaysAhead: z.int().min(2).max(30).default(5),
  /** The bank's limits in cents per entry, file, and day and direction; null: no limit. */
  limits: z
    .object({ entry: limit.default(null), file: limit.default(null), day: limit.default(null) })
    .prefault({}),
  /** Cents above which a run, entry, or daily total requires a second administrator; null: never. */
  twoPersons: z
    .object({
      above: limit.default(25_000_00),
      entryAbove: limit.default(10_000_00),
      dayAbove: limit.default(100_000_00),
      forNewAccounts: z.boolean().default(true),
      /** Allows sending with a single administrator. */
      allowsOne: z.boolean().default(false),
    })
    .prefault({}),
  prenotes: ofEachFlow(() => z.boolean().default(false)).prefault({}),
  unusualAmount: z.int().positive().default(50_000_00),
  /** Maximum payments checked in a request; more are checked by a job in steps of this size. */
  paymentsAtOnce: z.int().positive().default(2_000),
});

/**
 * Returns settings for a stage with a bank. Flows of debits that consumers authorize online wait for prenotes.
 *
 * @throws ZodError for invalid settings, also for such debits without prenotes: the first use of an account must be
 *   validated (Nacha Operating Rules 2.5.17.4).
 */
export function deployedBankSettings(value: unknown): BankSettings {
  const settings = bankSettings.parse(value);
  const chosen = z.object({ prenotes: z.looseObject({}).optional() }).parse(value).prenotes ?? {};
  const validated = bankFlows.map((bankFlow) => [
    bankFlow,
    bankFlow in chosen ? settings.prenotes[bankFlow] : needsValidation(bankFlow),
  ]);
  return bankSettings
    .refine(
      ({ prenotes }) => bankFlows.every((bankFlow) => prenotes[bankFlow] || !needsValidation(bankFlow)),
      {
        path: ['prenotes'],
        message: `must be on for debits that members authorize online (${bankFlows.filter(needsValidation).join(', ')}), also of class PPD: Nacha requires that the first use of an account is validated. Remove the setting.`,
      },
    )
    .parse({ ...settings, prenotes: Object.fromEntries(validated) });
}

export type BankSettings = z.infer<typeof bankSettings>;

export const trialBankSettings = ({ oneAdministrator = false } = {}): BankSettings =>
  bankSettings.parse({
    destination: '091000022',
    destinationName: 'US BANK',
    origin: '1411234567',
    originName: 'WELLPORT',
    companyName: 'WELLPORT',
    companyId: '1411234567',
    odfi: '091000022',
    accountNumbers: ['000123456'],
    ...(oneAdministrator && {
      twoPersons: { above: null, entryAbove: null, dayAbove: null, forNewAccounts: false, allowsOne: true },
    }),
  });

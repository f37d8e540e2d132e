import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../page.ts';
import { enteredPin } from '../users/pin.ts';
import { bankFlows } from './bank-flow-table.ts';
import { waitingAccountStates } from './prenote.ts';
import { money } from '../money.ts';
import { approvalRow } from './approval.ts';
import { bankFile, reversalReasons, resolutionOutcomes } from './bank-file.ts';
import { inboxEntryRow } from './inbox-file.ts';
import { returnMeasures } from './return-rates.ts';
import { choice, reasonText, text } from '../fields.ts';
import { recordId, recordVersion } from '../ids.ts';
import { addDays, type CalendarDate } from '../calendar.ts';
import { returnedEntry } from './sent-entry.ts';

const state = z.enum(waitingAccountStates.map(({ id }) => id));

const waitingAccountRow = z.object({
  payeeToken: z.string(),
  ownerKind: z.enum(['partner', 'facility', 'member']),
  /** Partner, facility, or member. */
  ownerId: z.string(),
  /** Null for partner and facility accounts. */
  memberId: z.string().nullable(),
  nameOnAccount: z.string(),
  lastFour: z.string(),
  bankFlow: z.enum(bankFlows).nullable(),
  state,
  until: z.string().nullable(),
  changedAt: z.string(),
});
export type WaitingAccountRow = z.output<typeof waitingAccountRow>;

export const listWaitingAccounts = endpoint({
  method: 'GET',
  path: '/bankfiles/accounts',
  roles: ['systemAdmin'],
  summary:
    'Lists waiting bank accounts: prenote needed or pending, new details needed, or recently replaced.',
  query: z.object({ cursor: z.string().max(200).optional() }),
  response: z.object({ items: z.array(waitingAccountRow), nextCursor: z.string().nullable() }),
});

export const prenotesForm = z.object({ bankFlow: z.enum(bankFlows), pin: enteredPin });

export const sendPrenotes = endpoint({
  method: 'POST',
  path: '/bankfiles/prenotes/send',
  roles: ['systemAdmin'],
  summary: 'Sends a file of prenotes ($0.00) for the new and changed accounts of a flow.',
  body: prenotesForm,
  response: done.extend({ message: z.string(), jobId: z.string(), bankFileId: z.string() }),
});

const total = money({ most: Number.MAX_SAFE_INTEGER });
const measureIds = returnMeasures.map(({ id }) => id);

export const getTreasury = endpoint({
  method: 'GET',
  path: '/bankfiles/treasury',
  roles: ['systemAdmin'],
  summary:
    "Returns the administrator's tasks for today: cutoff and holidays, pending payments, approvals, Unknown files, entries to review, return rates.",
  response: z.object({
    /** Next cutoff in Chicago time; null without bank settings. */
    cutOff: z.object({ date: z.string(), time: z.string() }).nullable(),
    holidays: z.array(z.object({ name: z.string(), date: z.string() })),
    pending: z.array(
      z.object({
        periodId: z.string(),
        bankFlow: z.enum(bankFlows),
        amount: total,
        /** Parts of the amount by their sending (shared/payments/month-steps.ts). */
        parts: z.object({ ready: total, later: total, unchecked: total, excluded: total }),
        dueDate: z.string(),
      }),
    ),
    approvals: z.array(approvalRow),
    unknownFiles: z.array(
      bankFile
        .pick({ id: true, name: true, bankFlow: true, effectiveDate: true, statusAt: true, reason: true })
        .extend({ debit: total, credit: total }),
    ),
    openEntryCount: z.int(),
    openEntries: z.array(inboxEntryRow),
    waitingAccounts: z.array(waitingAccountRow),
    rates: z.array(
      z.object({
        bankFlow: z.enum(bankFlows),
        originated: z.int(),
        returned: z.object({ unauthorized: z.int(), administrative: z.int(), all: z.int() }),
        levels: z.array(z.object({ measure: z.enum(measureIds), level: z.enum(['ok', 'watch', 'over']) })),
      }),
    ),
  }),
});

export const reversalForm = z.object({
  reason: choice('Reason for the reversal', reversalReasons),
  note: reasonText(),
  traces: z
    .array(z.string().regex(/^\d{15}$/))
    .min(1)
    .max(10_000)
    .optional(),
  pin: enteredPin.optional(),
});

export const reverseFile = endpoint({
  method: 'POST',
  path: '/bankfiles/{bankFileId}/reverse',
  roles: ['systemAdmin'],
  stepUp: true,
  summary:
    'Reverses entries of a sent file within five banking days: requested by one administrator, confirmed by another with the PIN.',
  params: z.object({ bankFileId: recordId }),
  body: reversalForm,
  response: done.extend({
    message: z.string(),
    confirmed: z.boolean(),
    jobId: z.string().nullable(),
    bankFileId: z.string().nullable(),
  }),
});

export const fileResolution = z.object({
  outcome: z.enum([...resolutionOutcomes, 'withdrawn']),
  note: text("Bank's response", { max: 500 }),
  pin: enteredPin.optional(),
});

export const resolveFile = endpoint({
  method: 'POST',
  path: '/bankfiles/{bankFileId}/resolve',
  roles: ['systemAdmin'],
  stepUp: true,
  summary:
    'Resolves a file whose delivery is Unknown: requested by one administrator, confirmed by another with the PIN. Also withdraws the request.',
  params: z.object({ bankFileId: recordId }),
  body: fileResolution,
  response: done.extend({ confirmed: z.boolean() }),
});

/** Fraud monitoring rules (Nacha Operating Rules 2.2.4, required from June 2026). Only some rules count their hits. */
export const fraudRules = [
  {
    id: 'second',
    name: 'Two administrators',
    watches: 'Large files and payments, and new or changed accounts, require two administrators.',
    counts: true,
  },
  {
    id: 'repeated',
    name: 'Repeated file',
    watches:
      'A file with the accounts, amounts, and date of an earlier one requires two administrators and a reason.',
    counts: true,
  },
  {
    id: 'strange',
    name: 'Unknown return',
    watches: 'A return or change of an entry that we did not send waits for an administrator.',
    counts: true,
  },
  {
    id: 'unauthorized',
    name: 'Unauthorized return',
    watches: 'A payment that the payee reports as unauthorized is frozen and becomes a case.',
    counts: true,
  },
  {
    id: 'questionable',
    name: 'Suspected fraud',
    watches: 'An account that a bank reports as QUESTIONABLE (R17) is frozen for debits and credits.',
    counts: true,
  },
  {
    id: 'changed',
    name: 'Changed account',
    watches: 'A replaced bank account cannot be used for one day, and the payee is notified.',
    counts: false,
  },
  {
    id: 'limits',
    name: 'Bank limits',
    watches: 'A payment, file, or daily total above the limits of the bank settings is rejected.',
    counts: false,
  },
  {
    id: 'pin',
    name: 'PIN',
    watches: 'Five wrong PINs lock sending for 15 minutes.',
    counts: false,
  },
] as const;
export type FraudRuleId = (typeof fraudRules)[number]['id'];
export type CountedFraudRule = Extract<(typeof fraudRules)[number], { counts: true }>['id'];

export const fraudHitsOverMonths = 12;

export const nextFraudReview = (reviewedOn: CalendarDate): CalendarDate => addDays(reviewedOn, 365);

const ruleId = z.enum(fraudRules.map(({ id }) => id));

export const fraudReviewForm = z.object({ note: text('Result of the review', { min: 10, max: 300 }) });

export const whichReturned = z.object({
  bankFlow: z.enum(bankFlows),
  measure: z.enum(returnMeasures.map(({ id }) => id)).default('all'),
});

export const fraudEndpoints = {
  listReturnedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/treasury/returned',
    roles: ['systemAdmin'],
    summary: 'Lists the entries that count toward a return rate of the last 60 days, newest first.',
    query: whichReturned.extend({ cursor: z.string().max(200).optional() }),
    response: z.object({
      items: z.array(returnedEntry.extend({ amount: total, meaning: z.string() })),
      nextCursor: z.string().nullable(),
    }),
  }),
  getFraudMonitoring: endpoint({
    method: 'GET',
    path: '/bankfiles/fraud-monitoring',
    roles: ['systemAdmin'],
    summary:
      'Returns the fraud monitoring rules, their hits in the last twelve months, and the last annual review.',
    response: z.object({
      /** `hits` is null when the rule's hits are not counted. */
      rules: z.array(z.object({ id: ruleId, hits: z.int().nullable() })),
      review: z
        .object({ reviewedOn: z.string(), note: z.string(), reviewedByName: z.string(), nextBy: z.string() })
        .nullable(),
      isDue: z.boolean(),
      version: recordVersion,
    }),
  }),
  recordFraudReview: endpoint({
    method: 'POST',
    path: '/bankfiles/fraud-monitoring/review',
    roles: ['systemAdmin'],
    summary: 'Records the result of a review of the fraud monitoring rules.',
    body: fraudReviewForm.extend({ version: recordVersion }),
    response: done,
  }),
};

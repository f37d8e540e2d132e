import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { approval, approvalNeeded, approvalRow } from '../../shared/bank-files/approval.ts';
import {
  bankFile,
  bankFileAttempt,
  bankFileColumns,
  bankFilePurposes,
  bankFileStatuses,
  openStatuses,
  resolutionOutcomes,
  reversalReasons,
  reversalRequest,
} from '../../shared/bank-files/bank-file.ts';
import { bankFileEntry, sentEntry, returnedEntry } from '../../shared/bank-files/sent-entry.ts';
import { lastSent, lineNotes, runFilter } from '../../shared/bank-files/bank-run.ts';
import { checkAnswer } from '../../shared/bank-files/check-summary.ts';
import {
  inboxActions,
  inboxEntry,
  inboxEntryColumns,
  inboxEntryRow,
  inboxEntryStatuses,
  inboxFile,
  inboxFileColumns,
  inboxFileRow,
  inboxFileStatuses,
  inboxKinds,
  isOpenEntry,
  newInboxEntry,
} from '../../shared/bank-files/inbox/inbox-file.ts';
import { accountPrenote, accountValidations, waitingAccountStates } from '../../shared/bank-files/prenote.ts';
import {
  plannedFile,
  plannedPayment,
  plannedPrenote,
  plannedReversal,
  runPlan,
} from '../../shared/bank-files/run-plan.ts';
import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import { fraudRules, nextFraudReview } from '../../shared/bank-files/treasury/fraud-rules.ts';
import { returnMeasures } from '../../shared/bank-files/treasury/return-rates.ts';
import { toWire } from '../../shared/wire-names.ts';

const filter = {
  flow: 'member',
  programPaymentTypeId: 2,
  paymentTypeId: 6,
  partnerId: '1',
  periodId: '202611',
} as const;
const noVersion = { version: 3 };
const prenote = {
  bankFlow: 'memberDues',
  sent: { bankFileId: 'f', trace: 't', effectiveDate: '2026-12-01', usableFrom: '2026-12-04' },
};
const entry = { paymentId: 'p', trace: 't', name: 'Ada', lastFour: '6789', amount: 5 };
const file = {
  id: 'f',
  runHash: 'run',
  name: 'a.ach',
  fileHash: 'bytes',
  bankFlow: 'memberDues',
  purpose: 'reversal',
  filter,
  status: 'unknown',
  effectiveDate: '2026-12-01',
  fileIdModifier: 'A',
  firstTrace: 1,
  lineCount: 2,
  debit: 3,
  credit: 4,
  sentBy: 'u',
  approvedBy: 'v',
  startedAt: 's',
  requestId: 'r',
  statusAt: 't',
  reason: 'why',
  attempts: 5,
  resolution: {
    outcome: 'arrived',
    note: 'n',
    askedBy: 'a',
    askedAt: 'b',
    confirmedBy: 'c',
    confirmedAt: 'd',
  },
  reversal: {
    reason: 'amount',
    note: 'n',
    traces: ['t'],
    askedBy: 'a',
    askedAt: 'b',
    confirmedBy: 'c',
    bankFileId: 'g',
  },
  statement: { inboxFileId: 'i', position: 6, date: '2026-12-02' },
  ...noVersion,
};
const request = {
  runHash: 'run',
  bankFlow: 'memberDues',
  filter,
  reasons: ['large'],
  note: 'meant',
  paymentCount: 7,
  effectiveDate: '2026-12-01',
  askedAt: 'b',
};
const inbox = {
  id: 'i',
  name: 'r.ach',
  kind: 'mixed',
  status: 'review',
  receivedAt: 'a',
  receivedBy: 'b',
  entryCount: 1,
  applied: 2,
  repeated: 3,
  quarantined: 4,
  open: 5,
  notices: ['odd'],
  days: ['2026-12-01'],
};
const inboxLine = {
  inboxFileId: 'i',
  position: 1,
  about: 'return',
  code: 'R01',
  originalTrace: 't',
  amount: 1234,
  name: 'Ada',
  lastFour: '6789',
  status: 'case',
  reason: 'why',
  deadline: '2026-12-01',
  bankFileId: 'f',
  paymentId: 'p',
  payeeToken: 'q',
  receivedAt: 'a',
  notice: 'to send',
  note: 'n',
  settledBy: 'u',
  settledAt: 's',
  ...noVersion,
};
const plannedFileRow = {
  id: 'f',
  name: 'a.ach',
  fileHash: 'bytes',
  fileIdModifier: 'A',
  place: 1,
  firstTrace: 2,
  debit: 3,
  credit: 4,
  paymentCount: 5,
  contentDigest: 'd',
};
const plan = {
  runHash: 'run',
  bankFlow: 'memberDues',
  purpose: 'payments',
  filter,
  instant: 'i',
  createdOn: '2026-11-20',
  effectiveDate: '2026-12-01',
  inputDigest: 'd',
  paymentCount: 2,
  amount: 3,
  highestEntry: 4,
  newAccounts: 5,
  changedAccounts: 6,
  files: [plannedFileRow],
};
const { contentDigest: _, ...singleFile } = plannedFileRow;
const singleFilePlan = {
  runHash: 'run',
  bankFlow: 'memberDues',
  filter,
  instant: 'i',
  createdOn: '2026-11-20',
  effectiveDate: '2026-12-01',
  files: [singleFile],
};
const { paymentId: __, amount: ___, ...ofAccount } = entry;
const plannedForAccount = { ...ofAccount, payeeToken: 'q', accountVersion: 2, entryDigest: 'd' };
const planned = {
  ...entry,
  paymentVersion: 1,
  payeeToken: 'q',
  accountVersion: 2,
  entryDigest: 'd',
  validatedBy: 'bank',
};

describe('stored data', () => {
  it.each<[string, z.ZodType, object]>([
    ['a bank file', bankFile, file],
    ['an entry', bankFileEntry, { kind: 'payment', ...entry, validatedBy: 'prenote' }],
    ['a prenote', bankFileEntry, { kind: 'prenote', trace: 't', name: 'Ada', lastFour: '6789', amount: 0 }],
    ['an attempt', bankFileAttempt, { attempt: 1, at: 'a', remoteName: 'n', fileHash: 'bytes' }],
    [
      'an approval',
      approval,
      {
        ...request,
        status: 'approved',
        amount: 9,
        askedOn: 'o',
        askedBy: 'a',
        approvedBy: 'v',
        ...noVersion,
      },
    ],
    ['a received file', inboxFile, { ...inbox, jobId: 'j', ...noVersion }],
    ['a received entry', inboxEntry, inboxLine],
    ['a prenote', accountPrenote, prenote],
    ['a reversal', reversalRequest, file.reversal],
    ['a planned payment', plannedPayment, planned],
    ['a planned prenote', plannedPrenote, plannedForAccount],
    [
      'a planned reversal',
      plannedReversal,
      { ...entry, payeeToken: 'q', reversedTrace: 'r', entryDigest: 'd' },
    ],
    ['a planned file', plannedFile, plannedFileRow],
    ['a plan of payments', runPlan, plan],
    ['a plan of prenotes', runPlan, { ...singleFilePlan, purpose: 'prenotes' }],
    ['a plan of a reversal', runPlan, { ...singleFilePlan, purpose: 'reversal', reverses: 'g' }],
    ['a filter', runFilter, filter],
    [
      'what was sent last',
      lastSent,
      { payeeToken: 'q', series: 's', amount: 1, fingerprint: 'f', sentAt: 'a' },
    ],
    [
      'what came back',
      returnedEntry,
      {
        trace: 't',
        at: 'a',
        code: 'R01',
        name: 'Ada',
        lastFour: '6789',
        amount: 1,
        paymentId: 'p',
        memberId: 'm',
        bankFileId: 'f',
        inboxFileId: 'i',
      },
    ],
  ])('preserves every field of %s', (_, schema, row) => {
    expect(schema.parse(row)).toEqual(row);
  });

  it('parses plans and entries stored before plans had one shape per purpose', () => {
    const { purpose, ...untagged } = plan;
    expect(runPlan.parse(untagged)).toEqual({ ...untagged, purpose });
    const counts = { inputDigest: '', paymentCount: 1, amount: 0, highestEntry: 0 };
    const accounts = { newAccounts: 0, changedAccounts: 0 };
    const stored = {
      ...singleFilePlan,
      ...counts,
      ...accounts,
      files: [plannedFileRow],
      purpose: 'prenotes',
    };
    expect(runPlan.parse(stored)).toEqual({ ...singleFilePlan, purpose: 'prenotes' });
    const withoutPayment = { ...plannedForAccount, paymentId: '', paymentVersion: 0, amount: 0 };
    expect(plannedPrenote.parse(withoutPayment)).toEqual(plannedForAccount);
  });

  it.each<[z.ZodType, object]>([
    [bankFile, { ...file, status: '' }],
    [bankFile, { ...file, resolution: { ...file.resolution, outcome: '' } }],
    [bankFile, { ...file, purpose: '' }],
    [approval, { ...request, status: '' }],
    [inboxEntry, { ...inboxLine, about: '' }],
    [inboxEntry, { ...inboxLine, notice: '' }],
    [inboxFile, { ...inbox, kind: '' }],
    [reversalRequest, { ...file.reversal, reason: '' }],
    [plannedPayment, { ...planned, validatedBy: '' }],
    [accountPrenote, { ...prenote, bankFlow: '' }],
  ])('rejects unknown values (%#)', (schema, row) => {
    expect(schema.safeParse(row).success).toBe(false);
  });

  it('accepts all values of an enumeration', () => {
    for (const about of ['return', 'change', 'acknowledgement', 'statement', 'other'])
      expect(inboxEntry.safeParse({ ...inboxLine, about }).success).toBe(true);
    for (const notice of ['none', 'to send', 'sent', 'no address'])
      expect(inboxEntry.safeParse({ ...inboxLine, notice }).success).toBe(true);
    for (const status of ['waiting', 'approved', 'void'])
      expect(approval.shape.status.safeParse(status).success).toBe(true);
  });

  it('reads entries stored before they had a kind', () => {
    const { paymentId, ...prenoteEntry } = entry;
    expect(bankFileEntry.parse(entry)).toEqual({ kind: 'payment', ...entry });
    expect(bankFileEntry.parse({ ...entry, paymentId: '' })).toEqual({ kind: 'prenote', ...prenoteEntry });
    const sent = { ...prenoteEntry, bankFileId: 'b', payeeToken: 'q', fingerprint: 'f', effectiveDate: 'd' };
    const stored = { ...sent, returnedBy: null, version: 1 };
    expect(sentEntry.parse({ ...stored, purpose: 'prenote', paymentId: '' })).toEqual({
      ...stored,
      purpose: 'prenote',
    });
    expect(sentEntry.parse({ ...stored, paymentId })).toEqual({ ...stored, paymentId });
    expect(sentEntry.safeParse({ ...stored, paymentId: '' }).success).toBe(false);
  });

  it('has no decision for an undecided entry', () => {
    const { deadline, notice, note, settledBy, settledAt, version, ...rest } = inboxEntry.parse(inboxLine);
    expect(newInboxEntry(rest)).toEqual({
      ...rest,
      deadline: null,
      notice: 'none',
      note: null,
      settledBy: null,
      settledAt: null,
      version: 0,
    });
    expect([deadline, notice, note, settledBy, settledAt, version].every((text) => text !== null)).toBe(true);
  });
});

describe('wire data', () => {
  const sent = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): unknown =>
    toWire(schema, schema.encode(value));

  it('has the names of the specification, and dollars', () => {
    expect(sent(bankFileAttempt, { attempt: 1, at: 'a', remoteName: 'n', fileHash: 'h' })).toMatchObject({
      hash: 'h',
    });
    expect(sent(bankFile, bankFile.parse(file))).toMatchObject({ hash: 'bytes' });
    expect(sent(runFilter, filter)).toMatchObject({ programPaymentTypeID: 2, paymentTypeID: 6 });
    const row = {
      ...approvalRow.parse({ ...request, amount: 0, askedByName: 'Bo', isAskedByCaller: true }),
      amount: 12345,
    };
    expect(sent(approvalRow, row)).toMatchObject({
      hash: 'run',
      amount: 123.45,
      askedByName: 'Bo',
      isAskedByCaller: true,
      note: 'meant',
      reasons: ['large'],
      paymentCount: 7,
      effectiveDate: '2026-12-01',
      askedAt: 'b',
    });
    expect(sent(inboxEntryRow, inboxEntry.parse(inboxLine))).toMatchObject({ amount: 12.34, position: 1 });
    expect(sent(inboxFileRow, inboxFileRow.parse({ ...inbox, jobId: 'j', version: 1 }))).toEqual(inbox);
  });

  it('includes all results of a check', () => {
    const line = {
      trace: 't',
      memberId: null,
      name: 'n',
      number: '1',
      nameOnAccount: 'N',
      nameAtBank: 'B',
      accountNumber: 'x',
      amount: 105,
      notes: ['retry' as const],
    };
    const totals = { debit: 205, credit: 305 };
    const told = {
      reasons: ['large'],
      needsNote: true,
      askedByName: null,
      isAskedByCaller: false,
      note: null,
    };
    expect(approvalNeeded.parse(told)).toEqual(told);
    const answer = {
      isAchUploadAvailable: true,
      errorMessage: null,
      message: 'm',
      submitText: 's',
      runHash: 'run',
      files: [{ name: 'a.ach', fileHash: 'bytes', paymentCount: 1, ...totals }],
      paymentCount: 1,
      totals,
      effectiveDate: '2026-12-01',
      counts: { newAccounts: 1, changedAccounts: 2, unusualAmounts: 3, changedNames: 4, shortenedNames: 5 },
      lines: [line],
      excluded: [{ memberId: 'M', name: 'n', amount: 405, reason: 'r' }],
      excludedCount: 1,
      waiting: [{ reason: 'r', count: 1, amount: 505 }],
      jobId: null,
      hasMore: false,
      hasPin: true,
      approval: told,
    };
    const inDollars = { debit: 2.05, credit: 3.05 };
    expect(sent(checkAnswer, answer)).toEqual({
      ...answer,
      runHash: undefined,
      hash: 'run',
      files: [{ name: 'a.ach', hash: 'bytes', paymentCount: 1, ...inDollars }],
      totals: inDollars,
      lines: [{ ...line, amount: 1.05 }],
      excluded: [{ memberId: 'M', name: 'n', amount: 4.05, reason: 'r' }],
      waiting: [{ reason: 'r', count: 1, amount: 5.05 }],
    });
  });
});

describe('fixed values', () => {
  const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id).join();

  it('are the statuses of files and entries, and those that need action', () => {
    const open = 'reserving,reserved,ready,sending,unknown,delivered';
    expect(idsOf(bankFileStatuses)).toBe(`${open},submitted,acknowledged,settled,canceling,canceled`);
    expect(openStatuses.join()).toBe(`${open},canceling`);
    expect(idsOf(inboxFileStatuses)).toBe('reading,review,done,unreadable');
    expect(idsOf(inboxEntryStatuses)).toBe('applied,repeated,quarantined,case,dismissed,closed');
    const openEntries = inboxEntryStatuses.filter(({ id: status }) => isOpenEntry({ status }));
    expect(idsOf(openEntries)).toBe('quarantined,case');
    expect(idsOf(waitingAccountStates)).toBe('prenote needed,prenote sent,held,replaced');
  });

  it('are the kinds, purposes, and actions', () => {
    expect(idsOf(inboxKinds)).toBe('returns,changes,mixed,acknowledgement,statement,unreadable');
    expect(bankFilePurposes.join()).toBe('payments,prenotes,reversal');
    expect(resolutionOutcomes.join()).toBe('arrived,never arrived');
    expect(inboxActions.join()).toBe('assign,dismiss,close');
    expect(idsOf(accountValidations)).toBe('prenote,earlier entry,bank,none');
    expect(reversalReasons.map(({ value }) => value).join()).toBe('duplicate,amount,receiver,date');
    expect(lineNotes.join()).toBe(
      'retry,new account,changed account,unusual amount,name changed,name shortened',
    );
  });

  it('are the columns of lists', () => {
    expect(bankFileColumns.join()).toBe('startedAt,name,bankFlow,status,effectiveDate,firstTrace');
    expect(inboxFileColumns.join()).toBe('receivedAt,name,kind,status');
    expect(inboxEntryColumns.join()).toBe('deadline,receivedAt,code,amount,name');
  });

  it('are the limits of return rates with their codes', () => {
    expect(returnMeasures.map(({ id, limit, codes }) => [id, limit, codes?.join()])).toEqual([
      ['unauthorized', 0.005, 'R05,R07,R10,R11,R29,R51'],
      ['administrative', 0.03, 'R02,R03,R04'],
      ['all', 0.15, undefined],
    ]);
  });

  it('include the fraud rules, and state which of them count', () => {
    expect(fraudRules.map(({ id, name, counts }) => [id, name, counts])).toEqual([
      ['second', 'Two administrators', true],
      ['repeated', 'Repeated file', true],
      ['strange', 'Unknown return', true],
      ['unauthorized', 'Unauthorized return', true],
      ['changed', 'Changed account', false],
      ['limits', 'Bank limits', false],
      ['pin', 'PIN', false],
    ]);
    expect(fraudRules.every(({ watches }) => watches.endsWith('.'))).toBe(true);
    expect(nextFraudReview('2027-11-20')).toBe('2028-11-19');
  });

  it('trial stages use invented names in files, and one administrator if there is no second', () => {
    expect(trialBankSettings()).toMatchObject({
      destination: '091000022',
      destinationName: 'US BANK',
      origin: '1411234567',
      originName: 'WELLPORT',
      companyName: 'WELLPORT',
      companyId: '1411234567',
      odfi: '091000022',
      twoPersons: {
        above: 25_000_00,
        entryAbove: 10_000_00,
        dayAbove: 100_000_00,
        forNewAccounts: true,
        allowsOne: false,
      },
    });
    expect(trialBankSettings({ oneAdministrator: true }).twoPersons).toEqual({
      above: null,
      entryAbove: null,
      dayAbove: null,
      forNewAccounts: false,
      allowsOne: true,
    });
  });
});

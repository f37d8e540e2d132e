import type { Reply } from '../../infra/local/bank/reply-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { addBankingDays, addDays, dateInChicago } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Cloud } from './cloud.ts';
import {
  duesAreCollected,
  debitProblem,
  type BankEntry,
  type Debits,
  type DuesOfMonth,
  isApplied,
} from './bank-model.ts';
import type { Observed } from './observed.ts';
import { termsIn } from './programs.ts';
import { duesOf } from './model.ts';
import type { SimulatedMember } from './world.ts';

const memberPaymentId = /^M-\d-([67])-[^-]+-(.+)-(\d{6})(-dues|-late)?$/;

/**
 * What the bank and the members know: entries of files, returns, and authorizations that members give and revoke. Payment
 * records only name the payment of an entry; nothing comes from the records of members.
 */
export class BankView {
  private readonly cloud: Cloud;
  private readonly observed: Observed;
  private readonly members: readonly SimulatedMember[];
  private readonly read = new Set<string>();
  private readonly entries = new Map<string, BankEntry>();
  /** Entries by payment, oldest first. */
  private readonly sent = new Map<string, BankEntry[]>();
  private readonly debits = new Map<string, Debits>();
  /** Entries whose payment is not stored yet. */
  private unknown: BankEntry[] = [];

  constructor(cloud: Cloud, observed: Observed, members: readonly SimulatedMember[]) {
    this.cloud = cloud;
    this.observed = observed;
    this.members = members;
  }

  /** A member signs an agreement or enters another account. */
  authorized(memberId: string): void {
    this.debitsOf(memberId).given.push(this.now);
  }

  /** A member revokes the authorization. */
  revoked(memberId: string): void {
    this.debitsOf(memberId).revoked.push(this.now);
  }

  /** The bank returns or corrects entries. */
  replied(replies: readonly Reply[]): void {
    for (const { entry, code, correctedData = '' } of replies) {
      const sent = this.entries.get(entry.trace);
      if (!sent) continue;
      if (code.startsWith('C')) sent.corrections.push(correctedData);
      else sent.returned ??= { at: this.now, code };
    }
  }

  /** Returns what new files violate. */
  *problems(): Generator<string> {
    for (const { name, startedAt, purpose = 'payments' } of this.observed.bankFiles.values()) {
      const bytes = this.cloud.files.files.get(`wellport-outbox/${name}`);
      if (this.read.has(name) || !bytes) continue;
      this.read.add(name);
      this.readFile(Buffer.from(bytes).toString('latin1'), startedAt, purpose === 'payments');
    }
    const payments = this.paymentsByTrace();
    const known = this.unknown.filter(({ trace }) => payments.has(trace));
    this.unknown = this.unknown.filter(({ trace }) => !payments.has(trace));
    for (const entry of known) {
      const paymentId = payments.get(entry.trace) ?? '';
      this.sent.set(paymentId, [...(this.sent.get(paymentId) ?? []), entry]);
      entry.paymentId = paymentId;
    }
    for (const entry of known) yield* this.problemsOf(entry);
  }

  /** Returns what the stored attempts violate: each return belongs to exactly one attempt. */
  *returnProblems(): Generator<string> {
    const limit = addDays(dateInChicago(this.cloud.now), -2);
    const returned = new Map<string, number>();
    const attempts = new Map<string, number>();
    for (const payment of this.observed.payments.values())
      for (const { trace, returned: back } of payment.attempts) {
        if (trace === null) continue;
        attempts.set(trace, (attempts.get(trace) ?? 0) + 1);
        if (back) returned.set(trace, (returned.get(trace) ?? 0) + 1);
      }
    for (const [trace, count] of attempts) if (count > 1) yield `${count} attempts have the trace ${trace}`;
    for (const [trace] of returned)
      if (!this.entries.get(trace)?.returned) yield `the entry ${trace} is returned, but not by the bank`;
    for (const { trace, paymentId, returned: back } of this.entries.values())
      if (paymentId && back && isApplied(back.code) && back.at < limit && !returned.has(trace))
        yield `the return ${back.code} of the entry ${trace} belongs to no attempt of ${paymentId}`;
  }

  private get now(): string {
    return this.cloud.now.toISOString();
  }

  private debitsOf(memberId: string): Debits {
    const debits = this.debits.get(memberId) ?? { given: [], revoked: [] };
    this.debits.set(memberId, debits);
    return debits;
  }

  private readFile(text: string, startedAt: string, isPayments: boolean): void {
    for (const { entries, effectiveDate = '' } of readNachaFile(text).file?.batches ?? [])
      for (const { trace, direction, routingNumber, accountNumber, amount } of entries) {
        const account = accountNumber.trim();
        const isDebit = direction === 'debit';
        const facts = { trace, isDebit, routing: routingNumber, account, amount, effectiveDate, startedAt };
        const entry: BankEntry = { ...facts, corrections: [], returned: undefined, paymentId: undefined };
        this.entries.set(trace, entry);
        if (isPayments) this.unknown.push(entry);
      }
  }

  private paymentsByTrace(): Map<string, string> {
    const found = new Map<string, string>();
    if (this.unknown.length === 0) return found;
    for (const { id, attempts } of this.observed.payments.values())
      for (const { trace } of attempts) if (trace !== null) found.set(trace, id);
    return found;
  }

  private *problemsOf(entry: BankEntry): Generator<string> {
    const { paymentId = '', trace, startedAt } = entry;
    const [, type, memberId = '', month = '', kind] = memberPaymentId.exec(paymentId) ?? [];
    const member = this.members.find(({ id }) => id === memberId);
    if (!member) return;
    const described = `entry ${trace} of ${paymentId} (${entry.effectiveDate})`;
    if (kind === '-dues') {
      const dues = this.sent.get(duesId(paymentId));
      const accounts = new Set((dues ?? []).flatMap(accountsOf));
      const isFirst = this.sent.get(paymentId)?.[0] === entry;
      if (isFirst && !accounts.has(entry.account))
        yield `${described} goes to ${entry.account}, not to ${[...accounts].join(' or ')}`;
      return;
    }
    if (type === '6') {
      const earlier = [...this.sent].flatMap(([id, sent]) => (memberOf(id) === memberId ? sent : []));
      const later = { revocation: (at: string) => addBankingDays(dateInChicago(new Date(at)), 3) };
      const problem = debitProblem(entry, earlier, this.debitsOf(memberId), later.revocation);
      if (problem) yield `${described} is withdrawn ${problem}`;
    }
    const first = this.firstDuesOf(member);
    if (first && (type === '7' || month > first.month) && !duesAreCollected(first, startedAt))
      yield `${described} is sent before the first dues of ${first.month} are collected`;
    const own = this.duesOfMonth(duesId(paymentId));
    // canceled dues of a month are a decision of an administrator
    if (
      type === '7' &&
      kind !== '-late' &&
      own &&
      own.status !== 4 &&
      own.sent.length > 0 &&
      !duesAreCollected(own, startedAt)
    )
      yield `${described} is paid although the dues of ${month} came back`;
    if (type === '7') yield* this.amountProblem(member, entry, described);
  }

  private *amountProblem(member: SimulatedMember, entry: BankEntry, described: string): Generator<string> {
    const month = memberPaymentId.exec(entry.paymentId ?? '')?.[3] ?? '';
    const paid = [...this.sent]
      .filter(([id]) => /^M-\d-7-/.test(id) && memberOf(id) === member.id && !id.endsWith('-dues'))
      .flatMap(([, sent]) => sent.filter(({ returned }) => !returned))
      .reduce((sum, { amount }) => sum + amount, 0);
    const months = new Set(
      [...this.observed.visitDates.keys()]
        .filter((key) => key.startsWith(`${member.id} `))
        .map((key) => key.split(' ')[1] ?? month),
    );
    const most = [...months.add(month)].reduce(
      (sum, of) => sum + termsIn(member.partner, of).reimbursement,
      member.unrecovered,
    );
    if (paid > most) yield `${described} makes ${paid} paid in all, more than ${most}`;
  }

  /** The dues of the first month; undefined if they are $0.00. */
  private firstDuesOf(member: SimulatedMember): (DuesOfMonth & { month: string }) | undefined {
    const { id, partner, enrolledOn } = member;
    if (!enrolledOn) return undefined;
    const month = enrolledOn.slice(0, 7).replace('-', '');
    const facts = {
      from: enrolledOn,
      leftUnpaid: false,
      mayBeReimbursed: true,
      visitDays: new Set<string>(),
      holds: [],
    };
    if (!duesOf(facts, termsIn(partner, month), month)) return undefined;
    const paymentId = `M-${partner.terms.type}-6-${partner.id}-${id}-${month}`;
    return { month, ...(this.duesOfMonth(paymentId) ?? { status: undefined, sent: [] }) };
  }

  private duesOfMonth(id: string): DuesOfMonth | undefined {
    const payment: Payment | undefined = this.observed.payments.get(id);
    return payment && { status: payment.status, sent: this.sent.get(id) ?? [] };
  }
}

const memberOf = (paymentId: string): string | undefined => memberPaymentId.exec(paymentId)?.[2];

const duesId = (paymentId: string): string =>
  paymentId.replace(/^(M-\d)-7-/, '$1-6-').replace(/-(?:dues|late)$/, '');

/** Accounts to which the money of an entry can go back: the account, and the one that the bank corrected it to. */
const accountsOf = ({ account, corrections }: BankEntry): string[] => [
  account,
  ...corrections.flatMap((data) => data.match(/\d{10}/g) ?? []),
];

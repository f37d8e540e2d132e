import type { BankFile } from '../../shared/bank-files/bank-file.ts';
import type { Reply } from '../../infra/local/bank/reply-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { addBankingDays, addDays, dateInChicago, isBankingDay } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Cloud } from './cloud.ts';
import {
  allBackAt,
  backAt,
  certainReturns,
  debitError,
  duesAreCollected,
  firstDuesAt,
  refundAccounts,
  type BankEntry,
  type Debits,
  type DuesOfMonth,
  type FirstDues,
} from './bank-model.ts';
import { duesOf } from './model.ts';
import type { Observed } from './observed.ts';
import { termsIn } from './programs.ts';
import type { SimulatedMember } from './world.ts';

/** Routing number of the accounts that members enter. */
export const routingOfMembers = '091000019';
const memberPaymentId = /^M-\d-([67])-[^-]+-(.+)-(\d{6})(-dues|-late)?$/;

/**
 * What the bank and the actors know: entries of files, returns and their assignment, reversals, and authorizations that
 * members give and revoke. Payment records only name the payment of an entry, and dues that were paid outside of the
 * portal; nothing comes from the records of members.
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
  /** Latest entries by identification, account, amount, and direction, by which reversals name them. */
  private readonly latest = new Map<string, BankEntry>();
  private readonly reversals: BankEntry[] = [];
  /** Entries whose payment is not stored yet. */
  private unknown: BankEntry[] = [];

  constructor(cloud: Cloud, observed: Observed, members: readonly SimulatedMember[]) {
    this.cloud = cloud;
    this.observed = observed;
    this.members = members;
  }

  /** A member signs an agreement or enters another account. */
  authorized({ id, account }: Pick<SimulatedMember, 'id' | 'account'>): void {
    this.debitsOf(id).given.push({ at: this.now, routing: routingOfMembers, account });
  }

  /** A member revokes the authorization. */
  revoked(memberId: string): void {
    this.debitsOf(memberId).revoked.push(this.now);
  }

  hasRevoked(memberId: string): boolean {
    return this.debitsOf(memberId).revoked.length > 0;
  }

  /** The bank returns or corrects entries. */
  replied(replies: readonly Reply[]): void {
    for (const { entry, code, correctedData: data = '' } of replies) {
      const { corrections, returns = [] } = this.entries.get(entry.trace) ?? {};
      if (code.startsWith('C')) corrections?.push({ at: this.now, code, data });
      // the bank delivers some files twice
      else if (!returns.some((known) => known.code === code)) returns.push({ at: this.now, code });
    }
  }

  /** Administrators assign a return that the portal does not apply by itself. `isCertain`: its response was not lost. */
  assigned(trace: string, code: string, isCertain: boolean): void {
    const back = this.entries.get(trace)?.returns.find((known) => known.code === code);
    if (back && !back.assignedAt) back.assignedAt = isCertain ? this.now : null;
  }

  /** Returns what new files violate. */
  *problems(): Generator<string> {
    const files = new Map([...this.observed.bankFiles.values()].map((file) => [file.name, file]));
    // by arrival
    for (const [path, bytes] of this.cloud.files.files) {
      const name = path.replace(/^wellport-outbox\//, '');
      const file = name === path || this.read.has(name) ? undefined : files.get(name);
      if (!file) continue;
      this.read.add(name);
      this.readFile(Buffer.from(bytes).toString('latin1'), file.startedAt, file.purpose ?? 'payments');
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
    for (const id of this.observed.standing.splice(0))
      if (!this.entriesOf(id).some(({ reversal }) => reversal && backAt(reversal) !== undefined))
        yield `payment ${id} is completed again, but no reversal of it came back`;
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
    for (const [trace] of returned) {
      const entry = this.entries.get(trace);
      if (
        !entry?.returns.some(({ assignedAt }) => assignedAt === null) &&
        !(entry && certainReturns(entry)[0])
      )
        yield `the entry ${trace} is returned, but not by the bank, or administrators did not assign the return`;
    }
    for (const entry of this.entries.values()) {
      const { trace, paymentId } = entry;
      const [back] = certainReturns(entry).filter(({ at }) => at < limit);
      if (attempts.has(trace) && back && !returned.has(trace))
        yield `the return ${back.code} of the entry ${trace} belongs to no attempt of ${paymentId}`;
      const payment = this.observed.payments.get(paymentId ?? '');
      const stands = entry.reversal && certainReturns(entry.reversal).some(({ at }) => at < limit);
      const isLast = payment?.attempts.at(-1)?.trace === trace && entry.returns.length === 0;
      if (stands && isLast && payment.status === 4)
        yield `payment ${payment.id} is canceled although the reversal of its entry ${trace} came back`;
    }
  }

  /** Returns what became of the first dues of a member; collected if they are $0.00. */
  firstDues(member: SimulatedMember): FirstDues {
    // refunded, so no month earns a share
    if (member.isCanceled) return 'open';
    const first = this.firstDuesOf(member);
    return first ? firstDuesAt(first, this.now, member.endsAt) : 'collected';
  }

  /** Returns what had become of the first dues at the end of a day; unknown if they changed on it. */
  firstDuesOn(member: SimulatedMember, day: string): FirstDues {
    const first = this.firstDuesOf(member);
    if (!first) return 'collected';
    const dayOf = (at: string) => dateInChicago(new Date(at));
    if (first.paidOutsideAt !== undefined) return 'unknown';
    const isStanding = (entry: BankEntry) => {
      const back = backAt(entry);
      return (
        dayOf(entry.startedAt) < day &&
        (back === undefined || (back !== null && dayOf(back) > addDays(day, 1)))
      );
    };
    return first.sent.some(isStanding) ? 'collected' : 'unknown';
  }

  /** Returns true if first dues were sent or paid, can be on their way, or are not due. */
  wasActivated(member: SimulatedMember): boolean {
    const first = this.firstDuesOf(member);
    return !first || first.sent.length > 0 || first.isInFile || this.firstDues(member) === 'collected';
  }

  /** Returns when the first dues came back; undefined if they did not. */
  firstDuesBackAt(member: SimulatedMember): string | undefined {
    return allBackAt(this.firstDuesOf(member)?.sent ?? []);
  }

  /** Returns true if the first dues came back on a day of one of the times, as far as that is certain. */
  cameBackDuring(member: SimulatedMember, times: readonly { from: string; to?: string }[]): boolean {
    return (this.firstDuesOf(member)?.sent ?? []).some((entry) => {
      const back = backAt(entry);
      if (back === null) return true;
      const day = back && dateInChicago(new Date(back));
      return times.some(({ from, to }) => day && from <= day && (to === undefined || day <= to));
    });
  }

  /** Returns the entries of a payment, oldest first. */
  entriesOf(paymentId: string): readonly BankEntry[] {
    return this.sent.get(paymentId) ?? [];
  }

  private get now(): string {
    return this.cloud.now.toISOString();
  }

  private debitsOf(memberId: string): Debits {
    const debits = this.debits.get(memberId) ?? { given: [], revoked: [] };
    this.debits.set(memberId, debits);
    return debits;
  }

  private readFile(text: string, startedAt: string, purpose: NonNullable<BankFile['purpose']>): void {
    for (const { entries, effectiveDate = '' } of readNachaFile(text).file?.batches ?? [])
      for (const { trace, id, direction, routingNumber: routing, accountNumber, amount } of entries) {
        const account = accountNumber.trim();
        const numbers = { routing, account, amount, isDebit: direction === 'debit' };
        const original =
          purpose === 'reversal' ? this.latest.get(keyOf({ ...numbers, id }, true)) : undefined;
        const entry: BankEntry = {
          ...numbers,
          trace,
          effectiveDate,
          startedAt,
          position: this.entries.size,
          corrections: [],
          returns: [],
          reversedAt: undefined,
          reversal: undefined,
          paymentId: original?.paymentId,
        };
        this.entries.set(trace, entry);
        if (original) {
          original.reversedAt = this.now;
          original.reversal = entry;
          this.reversals.push(entry);
        }
        if (purpose !== 'payments') continue;
        this.unknown.push(entry);
        this.latest.set(keyOf({ ...numbers, id }), entry);
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
    const ofMember = [...this.sent.values(), this.reversals]
      .flat()
      .filter((sent) => memberOf(sent.paymentId ?? '') === memberId);
    const own = this.duesOfMonth(duesId(paymentId));
    if (kind === '-dues') {
      const accounts = refundAccounts(entry, own?.sent ?? [], ofMember, this.debitsOf(memberId));
      if (!accounts.includes(entry.account))
        yield `${described} goes to ${entry.account}, not to ${accounts.join(' or ')}`;
      return;
    }
    if (type === '6') {
      const error = debitError(entry, ofMember, this.debitsOf(memberId), stopDay);
      if (error) yield `${described} is withdrawn ${error}`;
    }
    const first = this.firstDuesOf(member);
    const isLater = type === '7' || month > (first?.month ?? month);
    if (first && isLater && !duesAreCollected(first, startedAt, entry.position))
      yield `${described} is sent before the first dues of ${first.month} are collected`;
    if (type === '7' && kind !== '-late' && own && !duesAreCollected(own, startedAt))
      yield `${described} is paid although the dues of ${month} are not collected`;
    if (type === '7') yield* this.amountError(member, entry, described);
  }

  private *amountError(member: SimulatedMember, entry: BankEntry, described: string): Generator<string> {
    const month = memberPaymentId.exec(entry.paymentId ?? '')?.[3] ?? '';
    const paid = [...this.sent]
      .filter(([id]) => /^M-\d-7-/.test(id) && memberOf(id) === member.id && !id.endsWith('-dues'))
      .flatMap(([, sent]) => sent.filter(({ returns }) => returns.length === 0))
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
    const facts = { from: enrolledOn, leftUnpaid: false, visitDays: new Set<string>(), holds: [], away: [] };
    if (!duesOf(facts, termsIn(partner, month), month)) return undefined;
    const paymentId = `M-${partner.terms.type}-6-${partner.id}-${id}-${month}`;
    return {
      month,
      ...(this.duesOfMonth(paymentId) ?? { paidOutsideAt: undefined, isInFile: false, sent: [] }),
    };
  }

  private duesOfMonth(id: string): DuesOfMonth | undefined {
    const payment: Payment | undefined = this.observed.payments.get(id);
    if (!payment) return undefined;
    const paidOutsideAt = payment.status === 6 ? payment.statusAt : undefined;
    const isInFile = (payment.status === 0 || payment.status === 3) && payment.bankFileId !== null;
    return { paidOutsideAt, isInFile, sent: this.entriesOf(id) };
  }
}

/** Returns the first day of a withdrawal that is three banking days after a revocation, which can be on a weekend. */
function stopDay(revokedAt: string): string {
  const day = dateInChicago(new Date(revokedAt));
  return addBankingDays(isBankingDay(day) ? day : addBankingDays(day, 1), 3);
}

const memberOf = (paymentId: string): string | undefined => memberPaymentId.exec(paymentId)?.[2];

const duesId = (paymentId: string): string =>
  paymentId.replace(/^(M-\d)-7-/, '$1-6-').replace(/-(?:dues|late)$/, '');

type NamedEntry = Pick<BankEntry, 'routing' | 'account' | 'amount' | 'isDebit'> & { id: string };

/** Identifies an entry, or the one that it reverses. */
const keyOf = ({ id, routing, account, amount, isDebit }: NamedEntry, isReversal = false): string =>
  [id, routing, account, amount, isDebit !== isReversal].join(' ');

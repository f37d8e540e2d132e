import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { duesCollectionDate } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Cloud } from './cloud.ts';
import { isHeldByBank, noticeError } from './model.ts';
import type { Observed } from './observed.ts';

interface Entry {
  file: string;
  amount: number;
  effectiveDate: string;
}

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString();

/** Compares the files in the outbox with the payments: each entry is one attempt, and each attempt is one entry. */
export class BankAgreement {
  private readonly cloud: Cloud;
  private readonly observed: Observed;
  private readonly read = new Set<string>();
  private readonly entries = new Map<string, Entry>();
  private readonly attempts = new Map<string, { id: string; amount: number }>();
  private readonly unmatched = new Set<string>();

  constructor(cloud: Cloud, observed: Observed) {
    this.cloud = cloud;
    this.observed = observed;
  }

  /** Returns what does not agree. */
  *problems(): Generator<string> {
    const underWay = new Set<string>();
    const limit = dayBefore(this.cloud.now, 2);
    for (const { name, status, startedAt } of this.observed.bankFiles.values()) {
      if (['submitted', 'acknowledged', 'settled', 'canceled'].includes(status)) continue;
      underWay.add(name);
      if (startedAt < limit) yield `file ${name} is ${status} since ${startedAt}`;
    }
    if (underWay.size === 0) yield* this.reversedProblems();
    for (const id of this.observed.changed) yield* this.readPayment(this.observed.payments.get(id));
    for (const name of this.cloud.files.names('wellport-outbox'))
      if (!this.read.has(name)) yield* this.readFile(name);
    for (const trace of this.unmatched) {
      const [entry, attempt] = [this.entries.get(trace), this.attempts.get(trace)];
      if (entry && attempt) {
        this.unmatched.delete(trace);
        if (entry.amount !== attempt.amount)
          yield `entry ${trace} is ${entry.amount}, and payment ${attempt.id} sent ${attempt.amount}`;
        const payment = this.observed.payments.get(attempt.id);
        if (payment) yield* this.noticeOf(payment, entry);
      } else if (entry && !underWay.has(entry.file))
        yield `entry ${trace} of ${entry.file} belongs to no payment`;
      else if (attempt && !entry)
        yield `payment ${attempt.id} has the entry ${trace}, which no file contains`;
    }
  }

  /** A payment is no longer at the bank when the reversal of its entry was sent. */
  private *reversedProblems(): Generator<string> {
    for (const trace of this.observed.reversed) {
      const payment = this.observed.payments.get(this.attempts.get(trace)?.id ?? '');
      if (payment?.attempts.at(-1)?.trace === trace && isHeldByBank(payment.status))
        yield `payment ${payment.id} is in status ${payment.status} although its entry ${trace} was reversed`;
    }
  }

  private *readPayment(payment: Payment | undefined): Generator<string> {
    if (!payment) return;
    const { id, status, attempts } = payment;
    for (const { trace, amount } of attempts) {
      if (trace === null || this.attempts.has(trace)) continue;
      this.attempts.set(trace, { id, amount });
      this.unmatched.add(trace);
    }
    // an entry stays at the bank until its reversal is sent
    const held = attempts.filter(
      ({ returned, trace }, index) =>
        !returned &&
        (!this.observed.reversed.has(trace ?? '') || (index === attempts.length - 1 && isHeldByBank(status))),
    ).length;
    if (held !== (isHeldByBank(status) ? 1 : 0))
      yield `payment ${id} in status ${status} has ${held} entries at the bank`;
  }

  private *readFile(name: string): Generator<string> {
    this.read.add(name);
    const bytes = this.cloud.files.files.get(`wellport-outbox/${name}`) ?? [];
    const { file, problems } = readNachaFile(Buffer.from(bytes).toString('latin1'));
    if (!file || problems.length > 0) {
      yield `file ${name}: ${JSON.stringify(problems)}`;
      return;
    }
    const purpose = [...this.observed.bankFiles.values()].find((of) => of.name === name)?.purpose;
    for (const { entries, effectiveDate = '' } of file.batches)
      for (const { trace, amount } of entries) {
        if (purpose === 'prenotes' ? amount !== 0 : amount === 0)
          yield `entry ${trace} of ${name} is ${amount}`;
        if (this.entries.has(trace))
          yield `entry ${trace} of ${name} is also in ${this.entries.get(trace)?.file}`;
        this.entries.set(trace, { file: name, amount, effectiveDate });
        if (purpose === undefined || purpose === 'payments') this.unmatched.add(trace);
      }
  }

  /** A member is notified before a withdrawal of another amount or on a later day than agreed. */
  private *noticeOf(payment: Payment, { amount, effectiveDate }: Entry): Generator<string> {
    if (payment.kind !== 'member' || payment.paymentTypeId !== 6 || payment.attempts.length > 1) return;
    const member = this.observed.members.get(payment.memberId);
    const [signed] = (member?.knownDues ?? []).filter(({ isSigned }) => isSigned);
    const shown = `$${(amount / 100).toFixed(2)}`;
    const notices = this.cloud.messages.emails
      .filter(({ to, text }) => to === member?.email && text.includes(shown))
      .map(({ date }) => date);
    const error = noticeError({
      effectiveDate,
      collectionDate: duesCollectionDate(payment.periodId),
      isFirstMonth: member?.startsOn?.slice(0, 7).replace('-', '') === payment.periodId,
      isSignedAmount: signed?.amount === amount,
      notices,
    });
    if (error) yield `payment ${payment.id}: ${error}`;
  }
}

import { staysOf, type Enrollment } from '../../shared/enrollment/enrollment.ts';
import type { BankFile } from '../../shared/bank-files/bank-file.ts';
import type { Member } from '../../shared/members/member.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { JobRecord } from '../../functions/jobs/store.ts';
import type { Item } from '../support/memory/expressions.ts';
import type { MemoryTable } from '../support/memory/memory-table.ts';
import { MemberMoves } from './member-moves.ts';
import { canPayment } from './model.ts';
import { ObservedVouchers } from './observed-vouchers.ts';
import { submitError } from './submit-rules.ts';

/**
 * The stored payments, members, jobs, and bank files. Every single write is checked against the transition tables, and what
 * changed since the last turn is remembered, so that a turn costs as much as its changes.
 */
export class Observed {
  readonly payments = new Map<string, Payment>();
  readonly members = new Map<string, Member>();
  /** Jobs that have not ended well. */
  readonly jobs = new Map<string, JobRecord>();
  readonly bankFiles = new Map<string, BankFile>();
  /** Names of clubs. */
  readonly clubNames = new Map<string, string>();
  /** Times at clubs by member and club. */
  readonly enrollments = new Map<string, Map<string, Enrollment>>();
  /** Traces of entries that another file reverses. */
  readonly reversed = new Set<string>();
  /** IDs of payments that were completed after they were reversed, until they are checked. */
  readonly standing: string[] = [];
  /** Dates of counted visits by `member month`. */
  readonly visitDates = new Map<string, Set<string>>();
  /** Withdrawn check-ins, as `member date`. */
  readonly withdrawn = new Set<string>();
  /** IDs of payments that changed since the last turn. */
  readonly changed = new Set<string>();
  /** Violations of single writes. */
  readonly violations: string[] = [];

  /** Days on which the end of memberships was saved, and their invitation statuses before. */
  readonly ends = new Map<string, { on: string; status: number }>();
  /** IDs of members with an end that was saved or removed since the last turn. */
  readonly changedEnds = new Set<string>();
  /** Days since which members are suspended or on hold. */
  readonly awaySince = new Map<string, string>();
  /** Amounts in cents that administrators entered, by payment. */
  readonly corrections = new Map<string, number>();
  readonly vouchers = new ObservedVouchers();
  private readonly moves = new MemberMoves();
  private readonly today: () => string;

  constructor(table: MemoryTable, today: () => string) {
    this.today = today;
    table.onWrite = (before, after) => this.see(before, after);
  }

  private see(before: Item | undefined, after: Item | undefined): void {
    this.seeVersion(before, after);
    for (const visit of [before, after]) if (visit?.entity === 'visit') this.seeVisit(visit, visit === after);
    if (after?.entity === 'sent entry') this.seeReversal(after);
    const error = this.vouchers.problemOf(before, after, this.today());
    if (error) this.violations.push(error);
    if (after?.entity === 'enrollment') this.seeEnrollment(after as unknown as Enrollment);
    const { entity, id } = (after ?? before ?? {}) as { entity?: string; id?: string };
    if (id === undefined) return;
    if (entity === 'payment')
      this.seePayment(id, before as Payment | undefined, after as Payment | undefined);
    else if (entity === 'member')
      this.seeMember(id, before as Member | undefined, after as Member | undefined);
    else if (entity === 'job')
      put(this.jobs, id, after?.status === 'done' ? undefined : (after as JobRecord));
    else if (entity === 'facility') put(this.clubNames, id, (after as { name: string } | undefined)?.name);
    else if (entity === 'bank file') put(this.bankFiles, id, after as BankFile | undefined);
  }

  /** Every write of a record builds on the one before, so that no concurrent change is lost. */
  private seeVersion(before: Item | undefined, after: Item | undefined): void {
    if (typeof before?.version !== 'number' || typeof after?.version !== 'number') return;
    if (after.version !== before.version + 1)
      this.violations.push(
        `version ${before.version} of ${String(after.pk)} ${String(after.sk)} became ${after.version}`,
      );
  }

  private seeVisit({ memberId, periodId, date, notCounted, undated }: Item, isStored: boolean): void {
    if (notCounted === 'withdrawn') this.withdrawn.add(`${String(memberId)} ${String(date)}`);
    if (notCounted || undated !== undefined) return;
    const month = `${String(memberId)} ${String(periodId)}`;
    const dates = this.visitDates.get(month) ?? new Set();
    if (isStored) dates.add(String(date));
    else dates.delete(String(date));
    this.visitDates.set(month, dates);
  }

  private seeReversal({ trace, reversedBy }: Item): void {
    if (reversedBy) this.reversed.add(String(trace));
    else this.reversed.delete(String(trace));
  }

  private seeEnrollment(enrollment: Enrollment): void {
    const ofMember = this.enrollments.get(enrollment.memberId) ?? new Map<string, Enrollment>();
    this.enrollments.set(enrollment.memberId, ofMember.set(enrollment.facilityId, enrollment));
  }

  /** Returns a member's times at clubs, oldest first, without those that ended on their first day. */
  staysOf(memberId: string): Enrollment[] {
    return [...(this.enrollments.get(memberId)?.values() ?? [])]
      .flatMap(staysOf)
      .filter(({ from, to }) => from !== to)
      .toSorted((left, other) => left.from.localeCompare(other.from));
  }

  private seePayment(id: string, before: Payment | undefined, after: Payment | undefined): void {
    put(this.payments, id, after);
    this.changed.add(id);
    if (!before) return;
    const sent = before.attempts.length;
    if (!after && sent > 0) this.violations.push(`payment ${id} was sent and is deleted`);
    if (!after) return;
    if (!canPayment(before.status, after.status, sent > 0))
      this.violations.push(`payment ${id} changed from status ${before.status} to ${after.status}`);
    if (after.status === 5 && (before.status === 0 || before.status === 4)) this.standing.push(id);
    const error = after.attempts.length > sent ? submitError(before, after, this, this.today()) : undefined;
    if (error) this.violations.push(`payment ${id} was sent ${error}`);
    if (
      after.attempts.length < sent ||
      after.attempts.some(({ amount }, index) => isOther(amount, before.attempts[index]?.amount))
    )
      this.violations.push(`an attempt of payment ${id} was changed`);
  }

  private seeMember(id: string, before: Member | undefined, after: Member | undefined): void {
    put(this.members, id, after);
    if (before?.leavingOn !== after?.leavingOn) this.changedEnds.add(id);
    if (!after?.leavingOn) this.ends.delete(id);
    else if (before && !before.leavingOn)
      this.ends.set(id, { on: this.today(), status: before.invitationStatus });
    const isAway = after?.invitationStatus === 5 || after?.invitationStatus === 7;
    if (!isAway) this.awaySince.delete(id);
    else if (!this.awaySince.has(id)) this.awaySince.set(id, this.today());
    const error = this.moves.problemOf(before, after);
    if (error) this.violations.push(error);
  }
}

const isOther = (now: number, before: number | undefined): boolean => before !== undefined && before !== now;

function put<Of>(records: Map<string, Of>, id: string, after: Of | undefined): void {
  if (after) records.set(id, after);
  else records.delete(id);
}

/** A plausible bug: a change of one product file. */
export interface PlantedBug {
  name: string;
  file: string;
  /** The replaced code: its first occurrence, after `after` if that is given. */
  code: string;
  after?: string;
  with: string;
}

const nothing = '';

const amounts: readonly PlantedBug[] = [
  {
    name: 'charges dues for the month that begins with the end of the membership',
    file: 'shared/payments/dues.ts',
    code: 'to > periodStart(period)',
    with: 'to >= periodStart(period)',
  },
  {
    name: 'prorates first dues without the first day',
    file: 'shared/payments/dues.ts',
    code: 'daysBetween(time.from, periodEnd(period)) + 1',
    with: 'daysBetween(time.from, periodEnd(period))',
  },
  {
    name: 'rounds prorated dues down',
    file: 'shared/money.ts',
    code: '* 2n + BigInt(whole)) /',
    with: '* 2n) /',
  },
  {
    name: 'requires one visit more for a reimbursement',
    file: 'shared/payments/member-payment.ts',
    code: 'visits < terms.numberOfVisitsToReimburse',
    with: 'visits <= terms.numberOfVisitsToReimburse',
  },
  {
    name: 'adds the admin fee to both payments of a shared program',
    file: 'shared/payments/partner-payment.ts',
    code: 'adminFee: withFees ? terms.adminFee : 0',
    with: 'adminFee: terms.adminFee',
  },
  {
    name: 'applies a change of terms a month late',
    file: 'shared/group-memberships/terms-versions.ts',
    code: 'fromPeriod <= period',
    with: 'fromPeriod < period',
  },
  {
    name: 'does not charge the first month at signing',
    file: 'functions/payments/generation/dues-of-member.ts',
    code: 'return periodsBetween(periodOf(from), nextPeriod',
    with: 'return periodsBetween(nextPeriod(periodOf(from)), nextPeriod',
  },
];

const visits: readonly PlantedBug[] = [
  {
    name: 'counts visits before the enrollment',
    file: 'shared/visits/counting.ts',
    code: "if (date < from) return 'beforeEnrollment';",
    with: nothing,
  },
  {
    name: 'counts visits during a hold',
    file: 'shared/visits/counting.ts',
    code: "return isOnHold(member, date) ? 'onHold' : null;",
    with: 'return null;',
  },
  {
    name: 'loses late visits of closed months',
    file: 'functions/payments/late-visits.ts',
    code: 'touched.filter((period) => isClosed(period, now))',
    with: 'touched.filter(() => false)',
  },
  {
    name: 'does not pay late visits of months that were sent',
    file: 'shared/payments/late-visits.ts',
    code: '...openAdjustment(of, nextPeriod(newest), now),',
    with: nothing,
  },
  {
    name: 'forgets the former users of key fobs',
    file: 'shared/employees/key-fob.ts',
    code: "date !== '' && date < on",
    with: 'false',
  },
  {
    name: 'keeps the count of a withdrawn visit',
    file: 'functions/visits/withdrawal-store.ts',
    code: '...tallyChanges([{ visit }], await countsSoFar([{ visit }]), -1),',
    with: nothing,
  },
  {
    name: 'never ends a hold',
    file: 'shared/members/membership-status.ts',
    code: 'holds.map((hold) => ({ ...hold, to: hold.to ?? today }))',
    with: 'holds',
  },
];

const memberships: readonly PlantedBug[] = [
  {
    name: 'keeps pending dues of months after the membership',
    file: 'functions/payments/generation/dues-of-member.ts',
    code: '...removed.map((payment) => paymentsRemoved([payment])),',
    with: nothing,
  },
  {
    name: 'does not refund dues of months after the membership',
    file: 'functions/payments/generation/dues-of-member.ts',
    code: '.filter(({ id, periodId }) => !refunds.has(id) || owesDuesFor(before, periodId))',
    with: '.filter(() => false)',
  },
  {
    name: 'ends memberships of paying members immediately',
    file: 'shared/members/membership-status.ts',
    code: 'periodStart(nextPeriod(periodOf(lastDay > today ? lastDay : today)))',
    with: 'today',
  },
  {
    name: 'never deletes members whose membership ended',
    file: 'functions/employees/due-memberships-job.ts',
    code: 'leavingOn !== null && leavingOn <= today',
    with: 'leavingOn !== null && leavingOn < leavingOn',
  },
  {
    name: 'keeps the activation when first dues come back',
    file: 'functions/bank-files/inbox/ended-by-return.ts',
    code: "isFirstDues(payment, member) && canMove(member, 'returnFirstDues', {})",
    with: 'false',
  },
  {
    name: 'does not activate members whose first dues were sent',
    file: 'functions/bank-files/sending/send-steps.ts',
    code: 'if (member) changes.push(',
    with: 'if (false) changes.push(',
  },
  {
    name: 'does not close the stay at the former club',
    file: 'functions/members/transfer-member.ts',
    code: '...enrollmentChange(enrollment, left),',
    with: nothing,
  },
];

const shares: readonly PlantedBug[] = [
  {
    name: 'pays both clubs for a transferred member',
    file: 'shared/payments/counted-members.ts',
    code: 'const last = moved.get(enrollment.memberId);',
    with: 'const last = undefined;',
  },
  {
    name: 'pays the first club of members who moved during the month',
    file: 'shared/enrollment/facility-of-movers.ts',
    code: 'wasLater(enrollment, before, period) ? enrollment : before',
    with: '!wasLater(enrollment, before, period) ? enrollment : before',
  },
  {
    name: 'pays clubs for members with returned first dues',
    file: 'shared/payments/counted-members.ts',
    code: 'members.filter((member) => areFirstDuesCollected(member) || before.has(member.id))',
    with: '[...members]',
  },
  {
    name: 'never pays clubs for members who were activated late',
    file: 'shared/payments/facility-shares.ts',
    code: "addToGroup(shares, payee, memberId, { kind: 'late', period, each: priceOf(records, period) });",
    with: nothing,
  },
  {
    name: 'never pays clubs for former members whose first dues were collected late',
    file: 'functions/members/activation-store.ts',
    code: '(before?.firstDuesReturned && isCounted(after, [deleted]))',
    with: 'false',
  },
];

const bank: readonly PlantedBug[] = [
  {
    name: 'keeps the refund of dues that came back',
    file: 'functions/bank-files/inbox/refund-of-return.ts',
    code: 'if (!isRefundCommitted(refund))',
    with: 'if (false)',
  },
  {
    name: 'refunds dues before they settle',
    file: 'shared/payments/refund.ts',
    code: 'return areSettled(dues)\n    ? undefined',
    with: 'return dues\n    ? undefined',
  },
  {
    name: 'collects dues again without an authorization',
    file: 'shared/bank-files/resend.ts',
    code: "['not-authorized', ",
    with: '[',
  },
  {
    name: 'collects stopped payments again',
    file: 'shared/bank-files/resend.ts',
    code: "'hold', ",
    with: nothing,
  },
  {
    name: 'collects dues during a hold',
    file: 'shared/bank-files/exclusion.ts',
    code: 'if (invitationStatus === onHold)',
    with: 'if (false)',
  },
  {
    name: 'withdraws another amount without a notice',
    file: 'shared/bank-files/exclusion.ts',
    code: '? noticeReason(payment, member, effectiveDate)',
    with: '? undefined',
  },
  {
    name: 'treats a timeout of the outbox as a failure',
    file: 'functions/bank-files/sending/send-deliver.ts',
    code: 'return inDoubt(file, whyUnknown(error), who, now);',
    with: "return cancelAll(context.files, 'The bank did not take the file.', who, now);",
  },
  {
    name: 'sums a batch without its last entry',
    file: 'shared/bank-files/nacha/write-file.ts',
    code: 'totals.debit += entry.amount;',
    with: 'totals.debit = entry.amount;',
  },
  {
    name: 'keeps payments canceled whose reversal comes back',
    file: 'functions/bank-files/inbox/carry-out.ts',
    code: 'if (!payment || !reversed ||',
    with: 'if (payment || !reversed ||',
  },
  {
    name: 'allows decisions about payments in a bank file',
    file: 'shared/payments/payment-moves.ts',
    code: 'byHand.includes(event) && isReserved(payment)',
    with: 'false',
  },
];

const data: readonly PlantedBug[] = [
  {
    name: 'does not rename clubs for members who enroll meanwhile',
    file: 'functions/facilities/update-member-facilities.ts',
    code: 'return from.isRepeated',
    with: 'return true',
  },
  {
    name: 'commits the changes of a step before its progress',
    file: 'functions/jobs/take-steps.ts',
    code: 'await transactAll([\n    ...(step.changes ?? []),',
    with: 'if (step.changes?.length) await transactAll(step.changes);\n  await transactAll([',
  },
  {
    name: 'overwrites records that changed concurrently',
    file: 'functions/table/change.ts',
    code: "{ text: 'version = :version', values: { ':version': before.version } }",
    with: "{ text: 'attribute_exists(pk)' }",
  },
  {
    name: 'shows managers the visits of other partners',
    file: 'shared/contracts/visits.ts',
    code: "ownership: { partner: 'partnerId' }",
    with: "ownership: 'loaded'",
  },
];

const rosters: readonly PlantedBug[] = [
  {
    name: 'accepts an address twice in a file if its case differs',
    file: 'shared/employees/employee-rows.ts',
    code: 'validated.employee.email.toLowerCase()',
    with: 'validated.employee.email',
  },
  {
    name: 'does not count memberships that a file adds',
    file: 'functions/members/membership-count-store.ts',
    code: 'by: Number(counts(after)) - Number(before !== null && counts(before))',
    with: 'by: before === null ? 0 : Number(counts(after)) - Number(counts(before))',
  },
  {
    name: 'adds more employees of a file than memberships',
    file: 'shared/employees/employee-rows.ts',
    code: 'used + added >= allowed',
    with: 'used >= allowed',
  },
  {
    name: 'ends memberships of roster rows with an error',
    file: 'shared/employees/match-people.ts',
    code: '    name(ids);\n    if (!row.employee)',
    with: '    if (row.employee) name(ids);\n    if (!row.employee)',
  },
  {
    name: 'restores members after an undo without their key fob',
    file: 'functions/table/put-back.ts',
    code: '...items.map(({ key, before, left }) => {',
    with: "...items.filter(({ key }) => !key.pk.startsWith('KEY-FOB#')).map(({ key, before, left }) => {",
  },
];

const vouchers: readonly PlantedBug[] = [
  {
    name: 'redeems void vouchers',
    file: 'shared/vouchers/redemption.ts',
    code: "if (voucher.status === 'void') refuse(",
    with: "if (voucher.status === 'void' && voucher.emailNumber > 1) refuse(",
  },
  {
    name: 'redeems expired vouchers',
    file: 'shared/vouchers/redemption.ts',
    code: 'if (today > endDate) refuse(',
    with: 'if (today > endDate && voucher.emailNumber > 1) refuse(',
  },
  {
    name: 'does not reduce the sent vouchers of a program when one is voided',
    file: 'functions/vouchers/program-store.ts',
    code: "...(before.status !== 'draft' && {",
    with: "...(before.status !== 'draft' && after.status !== 'void' && {",
  },
  {
    name: 'keeps the total of a club after an undone redemption',
    file: 'functions/vouchers/redemption-store.ts',
    code: '[before, -(before?.amount ?? 0)]',
    with: '[before, 0]',
  },
];

const authorizations: readonly PlantedBug[] = [
  {
    name: 'pays members with returned first dues',
    file: 'shared/payments/dues-collected.ts',
    code: 'activatedOn !== null &&\n  invitationStatus !== enrolledWaitingForPayment &&\n  firstDuesReturned !== true;',
    with: 'activatedOn !== null || invitationStatus === enrolledWaitingForPayment || firstDuesReturned === true;',
  },
  {
    name: 'debits accounts after the authorization ended',
    file: 'shared/bank-files/debit-authorization.ts',
    code: 'if (!isDebit(payment) || mayBeDebited(account, effectiveDate)) return undefined;',
    with: 'return undefined;',
  },
  {
    name: 'reimburses former members with returned first dues',
    file: 'shared/payments/dues-collected.ts',
    code: ' &&\n  firstDuesReturned !== true;',
    with: ';',
  },
  {
    name: 'debits accounts after a revocation',
    file: 'shared/bank-files/debit-authorization.ts',
    code: 'code !== null || dateInChicago(new Date(at)) <= lastDayToStop(effectiveDate)',
    with: 'code !== null',
  },
  {
    name: 'debits the next month after an unauthorized return',
    file: 'shared/bank-files/debit-authorization.ts',
    code: "returnCode(code).outcome === 'not-authorized'",
    with: 'false',
  },
];

/** Plausible bugs, each of which a simulation must find. */
export const bugs: readonly PlantedBug[] = [
  ...amounts,
  ...visits,
  ...memberships,
  ...shares,
  ...bank,
  ...data,
  ...rosters,
  ...vouchers,
  ...authorizations,
];

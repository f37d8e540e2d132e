import { dateInChicago } from '../../../shared/calendar.ts';
import type { BulkResult } from '../../../shared/employees/bulk/bulk-action.ts';
import { noMembershipLeft } from '../../../shared/employees/employee-rows.ts';
import { isReserved } from '../../../shared/payments/payment-state.ts';
import { pending } from '../../../shared/payments/payment-status.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { findMember } from '../../members/store.ts';
import { loadPayments, paymentBroughtBack, paymentChange } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import { firstMoved, putBack } from '../../table/put-back.ts';
import type { AppliedRow } from './change-store.ts';
import { checkInsOf } from './check-in-store.ts';
import { paymentIdsOf } from './leaver.ts';

interface TakeBack {
  partnerId: string;
  changeId: string;
  /** How many memberships this step brings back already. */
  broughtBack: number;
  who: string;
  now: Date;
}

const left = (sentence: string): Refusal => new Refusal('conflict', `${sentence} Left as it is.`);
const paymentMoved = () => left('A payment of this member moved since.');

/** What to say of an item that is no longer as the change left it. */
function moved(pk: string): Refusal {
  if (pk.startsWith('KEY-FOB#')) return left('The key fob was given away or changed since.');
  if (pk.startsWith('UNIQUE#')) return left('Another member has this email now.');
  return left('This member was changed since.');
}

/** Puts one applied row back as it was, or says why it is left. Rows that changed nothing are passed: undefined. */
export async function takeBackRow(
  applied: AppliedRow,
  given: TakeBack,
): Promise<{ result: BulkResult; changes: Change[] } | undefined> {
  const { replaced, result, group } = applied;
  if (!replaced) return undefined;
  const { memberId, memberName } = result;
  const member = await findMember(memberId);
  try {
    const pk = await firstMoved(replaced);
    if (pk !== undefined) throw moved(pk);
    const program = await mustLoadGroupMembership(given.partnerId);
    if (group === 'end') await mustHaveRoom(program.numberOfMemberships, given);
    const changes = [
      ...putBack(replaced, moved),
      ...(group === 'end' ? await moneyBack(applied, memberId, given) : []),
      auditWrite(
        {
          name: 'roster change taken back',
          subject: `member ${memberId}`,
          partnerId: given.partnerId,
          who: given.who,
          before: { invitationStatus: member?.invitationStatus },
          after: { rosterChange: given.changeId },
        },
        given.now,
      ),
    ];
    return { result: { memberId, memberName, success: true, message: 'As before.' }, changes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { result: { memberId, memberName, success: false, message: error.message }, changes: [] };
  }
}

async function mustHaveRoom(memberships: number, { partnerId, broughtBack }: TakeBack): Promise<void> {
  const { used } = await membershipCounts(partnerId);
  if (used + broughtBack >= memberships) throw left(noMembershipLeft(memberships));
}

/** The writes that bring removed dues back and take back what paid dues back. Refuses where money or a visit moved. */
async function moneyBack(applied: AppliedRow, memberId: string, { now }: TakeBack): Promise<Change[]> {
  if ((await checkInsOf(memberId)) !== applied.checkIns) throw left('A visit of this member came in since.');
  const member = await findMember(memberId);
  if (!member) throw left('This member was changed since.');
  const program = await mustLoadGroupMembership(member.partnerId);
  const ids = paymentIdsOf(member, program, dateInChicago(now));
  const found = await loadPayments([...new Set([...ids, ...Object.keys(applied.payments)])]);
  const refunds = await loadPayments(applied.refunds);
  const isAsLeft = (one: Payment) => applied.payments[one.id] === one.version;
  if (!found.every((one) => isAsLeft(one) || applied.refunds.includes(one.id))) throw paymentMoved();
  if (found.filter(isAsLeft).length !== Object.keys(applied.payments).length) throw paymentMoved();
  if (refunds.length !== applied.refunds.length) throw paymentMoved();
  if (!refunds.every((one) => one.status === pending && !isReserved(one) && one.version === 1))
    throw paymentMoved();
  return [
    ...refunds.flatMap((one) => paymentChange(one, null)),
    ...applied.removed.flatMap(paymentBroughtBack),
  ];
}

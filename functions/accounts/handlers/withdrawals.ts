import { dateInChicago, periodName } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { monthsOfYear, statementOf } from '../../../shared/accounts/statement.ts';
import { pdfType, workbookType } from '../../../shared/media-types.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { dayOfEnd } from '../../../shared/members/standing.ts';
import { loadMember } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadMemberPayments } from '../../payments/member-payments.ts';
import { statementPdf, statementSheet, type PrintedStatement } from '../statement-file.ts';
import { loadReimbursementWaits } from '../../payments/payroll/reimbursement-waits.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { withdrawalStoppedEmail, authorizationWithdrawnEmail, endConfirmation } from '../account-emails.ts';
import { loadWithdrawal, stopChanges } from '../stopped-withdrawal.ts';
import { auditWrite } from '../../table/audit.ts';
import { notifyOfEnd } from '../end-membership.ts';
import { revocationChanges } from '../revoked-authorization.ts';

const who = { userId: 'withdrawal notices' };

/** Starts the job that notifies members of their next withdrawals, at most once per day. */
export const announceWithdrawalsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const id = `withdrawal-notices-${dateInChicago(at)}`;
  const job = { id, kind: 'withdrawal notices', input: {}, total: 0, message: 'Notifying members.' } as const;
  try {
    await beginJob(job, who, at);
  } catch (error) {
    // the schedule ran twice
    if (!(error instanceof Refusal)) throw error;
  }
});

export const statementHandler = handle(accounts.statement, async ({ query, now }) => {
  const { memberId, year, format } = query;
  const member = await loadMember(memberId);
  const [program, partner] = await Promise.all([
    mustLoadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
  ]);
  const payments = await loadMemberPayments(member, program.programPaymentTypeId, monthsOfYear(year));
  const printed: PrintedStatement = {
    ...statementOf(payments, await loadReimbursementWaits(payments, { members: [member] })),
    year,
    memberName: `${member.firstName} ${member.lastName}`,
    partnerName: partner.name,
    facilityName: member.facilityName,
    at: now,
  };
  const isPdf = format === 'pdf';
  return {
    name: `Statement ${year}.${format}`,
    type: isPdf ? pdfType : workbookType,
    bytes: await (isPdf ? statementPdf(printed) : statementSheet(printed)),
  };
});

export const stopWithdrawalHandler = handle(accounts.stopWithdrawal, async ({ body, caller, now, newId }) => {
  const { memberId, periodId } = body;
  const member = await loadMember(memberId);
  const [program, partner] = await Promise.all([
    mustLoadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
  ]);
  const withdrawal = await loadWithdrawal({ member, program, partner, periodId }, now);
  const { changes, isOnHold } = await stopChanges(withdrawal, member, { who: caller.userId, now });
  const email = withdrawalStoppedEmail(withdrawal.payment, partner.name);
  await changeAndNotify(email, changes, { caller, now, newId });
  const held = isOnHold ? ' Your membership is on hold until its dues are settled.' : '';
  return { success: true, message: `Your withdrawal for ${periodName(periodId)} was stopped.${held}` };
});

export const withdrawAuthorizationHandler = handle(
  accounts.withdrawAuthorization,
  async ({ body, caller, now, newId }) => {
    const { memberId } = body;
    const member = await loadMember(memberId);
    const program = await mustLoadGroupMembership(member.partnerId);
    const today = dateInChicago(now);
    // dues of earlier months can still be open after the dues became $0.00
    if (member.withdrawalPayeeToken === null)
      throw new Refusal(
        'invalid',
        'This membership has no withdrawals, so there is no authorization to revoke.',
      );
    const {
      after,
      ending,
      changes: revocation,
    } = await revocationChanges(member, program, {
      who: caller.userId,
      now,
    });
    const endsOn = after.leavingOn ?? today;
    const event = { name: 'member withdrew authorization', subject: `member ${memberId}` } as const;
    const auditEvent = auditWrite(
      { ...event, partnerId: member.partnerId, who: caller.userId, after: { endsOn } },
      now,
    );
    const changes = [...revocation, auditEvent];
    const email = authorizationWithdrawnEmail(memberId, dayOfEnd(endsOn, today));
    const confirmation = ending && endConfirmation(member, ending, now);
    const joined = confirmation
      ? {
          ...confirmation,
          ...email,
          paragraphs: [...email.paragraphs.slice(0, 1), ...confirmation.paragraphs],
        }
      : email;
    await changeAndNotify(joined, changes, { caller, now, newId });
    if (ending) await notifyOfEnd(member, ending);
    return {
      success: true,
      message: `Your authorization was revoked. Your membership ends ${dayOfEnd(endsOn, today)}.`,
      endsOn,
    };
  },
);

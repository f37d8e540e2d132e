import { dateInChicago } from '../../../shared/calendar.ts';
import { emailFailureOf } from '../../../shared/email-failure.ts';
import { members } from '../../../shared/contracts/members.ts';
import {
  emailEvents,
  keyFobNumbersInHistory,
  memberEventText,
} from '../../../shared/members/member-history.ts';
import { memberRowOf } from '../../../shared/members/member-row.ts';
import { invitationStatusName } from '../../../shared/members/member.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import {
  agreementsOf,
  canceledFirstDuesOf,
  eventsOf,
  paymentsOf,
  staysOfMember,
  visitsByMonth,
  waitingDepositsOf,
} from '../../accounts/overview-store.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.overview, async ({ params: { memberId }, now }) => {
  const member = await loadMember(memberId);
  const [partner, events] = await Promise.all([loadPartner(member.partnerId), eventsOf(memberId)]);
  const [stays, visits, payments, agreements, names] = await Promise.all([
    staysOfMember(member, events),
    visitsByMonth(memberId),
    paymentsOf(member, dateInChicago(now)),
    agreementsOf(memberId),
    loadUserNames(events.map(({ who }) => who)),
  ]);
  const program = await loadGroupMembership(member.partnerId);
  const { address1, city, state, zipCode } = member;
  const keyFobNumbers = new Set(
    [member.keyFobNumber, ...keyFobNumbersInHistory(events)].filter((keyFobNumber) => keyFobNumber !== null),
  );
  return {
    ...member,
    row: memberRowOf(member),
    address: address1 ? `${address1}, ${city ?? ''}, ${state ?? ''} ${zipCode ?? ''}` : null,
    emailProblem: emailFailureOf(member),
    partnerName: partner.name,
    invitationStatusName: invitationStatusName(member.invitationStatus),
    canceledFirstDues: program ? await canceledFirstDuesOf(member, program) : null,
    waitingDeposits: program ? await waitingDepositsOf(member, program, now) : null,
    programPaymentTypeId: program?.programPaymentTypeId ?? null,
    holds: member.holds ?? [],
    stays,
    keyFobs: [...keyFobNumbers].map((keyFobNumber) => ({
      number: keyFobNumber,
      isInUse: keyFobNumber === member.keyFobNumber,
    })),
    visits,
    payments,
    agreements,
    history: events.map((event) => ({
      id: event.id,
      when: event.when,
      what: memberEventText(event),
      who: names.get(event.who) ?? event.who,
      isEmail: emailEvents.includes(event.name),
    })),
  };
});

import { visitAdded } from '../../../functions/visits/store.ts';
import { putOnce } from '../../../functions/table/change.ts';
import type { Change } from '../../../functions/table/write.ts';
import { keys, lists } from '../../../functions/table/keys.ts';
import { countShards } from '../../../functions/table/list-indexes.ts';
import { addDays, periodOf, weekday, type CalendarDate } from '../../../shared/calendar.ts';
import { withMonthVisits } from '../../../shared/members/month-visits.ts';
import { firstDayOf } from '../../../shared/members/member.ts';
import { whyNotCounted } from '../../../shared/visits/counting.ts';
import { summarySteps } from '../../../shared/visits/employer-summary.ts';
import type { Visit } from '../../../shared/visits/visit.ts';
import type { DemoMember } from './members.ts';
import type { DemoPartner } from './partners.ts';
import { habits } from './scenario.ts';
import { seeded } from './seed.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the visits of a partner's members until yesterday as reported by clubs: by habit, with some idle weeks. */
export function demoVisits(
  { facilities }: DemoPartner,
  members: readonly DemoMember[],
  today: CalendarDate,
): Visit[] {
  const names = new Map(facilities.map(({ id, name }) => [id, name]));
  return members.flatMap(({ member, stays }, index) => {
    const firstDay = firstDayOf(member);
    if (firstDay === null) return [];
    const drawn = seeded(Number(member.partnerId) * 5000 + index);
    const habit = index === 0 ? habits[0] : drawn.pick(habits);
    const visits: Visit[] = [];
    let slackUntil = '';
    for (let date = firstDay; date < today; date = addDays(date, 1)) {
      if (date > slackUntil && drawn.chance(0.008)) slackUntil = addDays(date, drawn.between(5, 12));
      const goes = (habit.days as readonly number[]).includes(weekday(date)) && drawn.chance(habit.faithful);
      const enrollment = stays.find(({ from, to }) => from <= date && (to === null || date < to));
      if (!goes || date <= slackUntil || !enrollment) continue;
      const notCounted = whyNotCounted(member, date);
      // a member on hold visits at most once
      if (notCounted === 'onHold' && visits.at(-1)?.notCounted) continue;
      const visit = {
        memberId: member.id,
        partnerId: member.partnerId,
        facilityId: enrollment.facilityId,
        facilityName: names.get(enrollment.facilityId) ?? '',
        memberName: `${member.firstName} ${member.lastName}`,
        memberLastName: member.lastName,
        date,
        time: `${twoDigits(habit.hour)}:${twoDigits(drawn.between(2, 56))}`,
        periodId: periodOf(date),
        notCounted,
        version: 0,
      };
      visits.push(visit);
      const otherFacility = facilities.find(({ id }) => id !== enrollment.facilityId);
      // occasionally two clubs on one day
      if (!notCounted && otherFacility && drawn.chance(0.012))
        visits.push({
          ...visit,
          facilityId: otherFacility.id,
          facilityName: otherFacility.name,
          time: '20:10',
          notCounted: 'sameDay',
        });
    }
    return visits;
  });
}

/** Returns the counted visits by member and month. */
const monthlyCounts = (visits: readonly Visit[]): Map<string, Visit[]> =>
  Map.groupBy(
    visits.filter(({ notCounted }) => !notCounted),
    ({ memberId, periodId }) => `${memberId} ${periodId}`,
  );

/** Returns the members with the visit counts that sort the roster, as an import stores them. */
export function withVisitMonths(members: readonly DemoMember[], visits: readonly Visit[]): DemoMember[] {
  const counts = [...monthlyCounts(visits).values()];
  return members.map((demoMember) => ({
    ...demoMember,
    member: counts.reduce((member, ofMonth) => {
      const [{ memberId, periodId } = { memberId: '', periodId: '' }] = ofMonth;
      return memberId === member.id
        ? { ...member, visitMonths: withMonthVisits(member.visitMonths, periodId, ofMonth.length) }
        : member;
    }, demoMember.member),
  }));
}

/** Returns the writes that add visits, with the months' numbers by day and member. */
export function visitChanges(visits: readonly Visit[]): Change[] {
  const counted = visits.filter(({ notCounted }) => !notCounted);
  const months = Map.groupBy(counted, ({ partnerId, periodId }) => `${partnerId} ${periodId}`);
  const ofAll = Map.groupBy(counted, ({ periodId }) => lists.visits('all', periodId));
  const ofFacilities = Map.groupBy(counted, ({ facilityId, periodId }) =>
    lists.visitsOfFacility(facilityId, periodId),
  );
  return [
    ...visits.flatMap(visitAdded),
    ...[...ofAll].map(([list, { length: by }]) => ({
      count: keys.count(list),
      by,
      shards: countShards(list),
    })),
    ...[...ofFacilities].map(([list, { length: by }]) => ({ count: keys.count(list), by })),
    ...[...months.values()].map((ofMonth) => {
      const [{ partnerId, periodId } = { partnerId: '', periodId: '' }] = ofMonth;
      const members = [...monthlyCounts(ofMonth).values()].map(({ length }) => ({
        before: 0,
        after: length,
      }));
      const steps = summarySteps(
        ofMonth.map(({ date }) => date),
        members,
      );
      return putOnce({ ...keys.visitTallies(partnerId, periodId), ...steps });
    }),
  ];
}

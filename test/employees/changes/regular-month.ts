import type { RosterCounts } from '../../../shared/employees/roster-change.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { Cells } from './damaged-files.ts';
import { rowOf, slashed } from './roster-people.ts';

interface HonestMonth {
  name: string;
  cells: Cells;
  counts: Partial<RosterCounts>;
}

/** Returns a seeded generator of integers from 0 to `most` - 1. */
function numbers(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Changes one member's row and returns the row's group; undefined for an omitted row. */
type Event = (row: string[], member: Member, place: number) => 'change' | 'stay' | 'wrong' | 'end';

const isEnrolled = ({ invitationStatus }: Member): boolean => invitationStatus > 2;
const hasKey = ({ employeeNumber, dateOfBirth }: Member): boolean => Boolean(employeeNumber ?? dateOfBirth);

const events: Record<string, Event> = {
  'email changes': (row, member, place) => {
    row[2] = `new.address.${place}@people.test`;
    return !hasKey(member) ? 'wrong' : isEnrolled(member) ? 'stay' : 'change';
  },
  'employer changes its email domain for a person': (row, member) => {
    row[2] = member.email.replace('@people.test', '@newdomain.test');
    return !hasKey(member) ? 'wrong' : isEnrolled(member) ? 'stay' : 'change';
  },
  'marriage changes the last name': (row) => {
    row[1] = `${row[1]}-Married`;
    return 'change';
  },
  'marriage changes the last name and the email': (row, member, place) => {
    row[1] = 'Married';
    row[2] = `married.${place}@people.test`;
    return member.employeeNumber ? 'change' : 'wrong';
  },
  'phone changes': (row, _, place) => {
    row[3] = `(763) 555-${1000 + place}`;
    return 'change';
  },
  'birth date becomes known or is corrected': (row, member) => {
    row[4] = member.dateOfBirth ? slashed(`19${member.dateOfBirth.slice(2, 8)}28`) : '02/03/1988';
    return row[4] === slashed(member.dateOfBirth) ? 'stay' : 'change';
  },
  'employee leaves': () => 'end',
};
const eventNames = Object.keys(events);

export function honestMonth(members: readonly Member[], seed: number): HonestMonth {
  const next = numbers(seed);
  const happened = new Map<number, string>();
  const main = eventNames[seed % eventNames.length] ?? '';
  for (let count = 1 + next(4); count > 0; count--) happened.set(next(members.length), main);
  for (const name of eventNames) if (next(3) === 0) happened.set(next(members.length), name);
  const counts = { add: next(6), change: 0, stay: 0, wrong: 0, end: 0 };
  const cells: Cells = [];
  for (const [index, member] of members.entries()) {
    const row = rowOf(member);
    const outcome = events[happened.get(index) ?? '']?.(row, member, index);
    if (outcome === 'stay' && row[2] === member.email) cells.push(row);
    else {
      if (outcome) counts[outcome] += 1;
      if (outcome !== 'end') cells.push(row);
    }
  }
  for (let hire = 0; hire < counts.add; hire++)
    cells.push([
      `Hire${hire}`,
      `Of${seed}`,
      `hire.${seed}.${hire}@people.test`,
      '',
      `06/15/19${60 + hire}`,
      '',
    ]);
  const turn = next(cells.length);
  return {
    name: [main, ...new Set(happened.values())].join(', '),
    cells: [...cells.slice(turn), ...cells.slice(0, turn)],
    counts,
  };
}

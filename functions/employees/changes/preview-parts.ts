import * as z from 'zod';
import { dateInChicago, showLastDay } from '../../../shared/calendar.ts';
import { leftOutText } from '../../../shared/employees/employee-rows.ts';
import { formatChanges, splitChanges } from '../../../shared/employees/compare-file.ts';
import { plainName } from '../../../shared/employees/match-people.ts';
import {
  leavesAlready,
  memberRow,
  addEffects,
  defaultRosterRow,
  type RosterChange,
  type RosterChangeRow,
} from '../../../shared/employees/roster-change.ts';
import { invited, type Member, type RosterMember } from '../../../shared/members/member.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { loadMembers, loadRosterMembers } from '../../members/store.ts';
import { storePart, loadPart, rowsInPart } from './stored-rows.ts';
import { isDeleted, previewLeaver } from '../member-after-end.ts';
import { leavingRow, matchedRow } from './match-file.ts';

interface ComparedPart {
  done: number;
  change: Partial<RosterChange>;
}

const isTheirs = <Who extends RosterMember>(member: Who | undefined, email: string): member is Who =>
  member !== undefined && !isDeleted(member) && member.email.toLowerCase() === email.toLowerCase();

/** Compares a part of the matched rows; undefined after the last part. */
export async function compareMatched(change: RosterChange, part: number): Promise<ComparedPart | undefined> {
  const rows = await loadPart(change.id, 'matched', part, matchedRow);
  if (!rows) return undefined;
  const members = new Map(
    (await loadRosterMembers(rows.map(({ memberId }) => memberId))).map((rosterMember) => [
      rosterMember.id,
      rosterMember,
    ]),
  );
  const changed: (RosterChangeRow & { employee: unknown })[] = [];
  const unchanged: RosterChangeRow[] = [];
  const same: RosterChangeRow[] = [];
  for (const { line, memberId, employee, leftOut = [] } of rows) {
    const key = `line-${line}`;
    const member = members.get(memberId);
    if (!member || isDeleted(member)) {
      const what = 'This member left while the file was being read. Send the file again.';
      unchanged.push({ ...defaultRosterRow, key, line, email: employee.email, what });
      continue;
    }
    const row = { ...memberRow(member), key, line };
    const { applied, fixedEmail } = splitChanges(member, employee, change.benefitFile !== undefined);
    const email = fixedEmail
      ? `The email remains ${member.email}, because enrolled members change it in their profile. The file contains ${fixedEmail}.`
      : applied.email && member.invitationStatus === invited
        ? 'The earlier invitation no longer works.'
        : '';
    const changes = `${formatChanges(member, applied)} ${email}`.trim();
    const what = changes === '' ? '' : [changes, ...leftOut.map(leftOutText)].join(' ');
    if (Object.keys(applied).length > 0) changed.push({ ...row, what, employee });
    else if (what !== '') unchanged.push({ ...row, what });
    else same.push(row);
  }
  await storePart(change.id, 'change', part, changed);
  await storePart(change.id, 'stay', part, unchanged);
  // the results of a batch name each row; the preview of a file only counts unchanged rows
  if (change.batch) await storePart(change.id, 'same', part, same);
  const { counts } = change;
  return {
    done: rows.length,
    change: {
      counts: {
        ...counts,
        change: counts.change + changed.length,
        stay: counts.stay + unchanged.length,
        same: counts.same + same.length,
      },
    },
  };
}

const endsInStep = 100;
const stepsOfPart = rowsInPart / endsInStep;

/** Returns true if two names have no word in common: employers assign emails and employee numbers again. */
function isOtherName(sent: string, stored: string): boolean {
  const wordsOf = (name: string) =>
    name
      .split(/[\s,.]+/)
      .map(plainName)
      .filter(Boolean);
  const storedWords = new Set(wordsOf(stored));
  const words = wordsOf(sent);
  return words.length > 0 && !words.some((word) => storedWords.has(word));
}

/** Returns a lookup of the reason why an absent member stays: a row with an error or a dependent has the same name. */
async function loadNamedElsewhere({ id }: RosterChange) {
  const stored = (await loadPart(id, 'doubtful', 0, z.record(z.string(), z.int()))) ?? [];
  // not objects, because names of members would find inherited properties
  const [doubtful, dependents] = [stored[0] ?? {}, stored[1] ?? {}].map(
    (lines) => new Map(Object.entries(lines)),
  );
  return ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string => {
    const name = plainName(`${firstName} ${lastName}`);
    const [line, dependent] = [doubtful?.get(name), dependents?.get(name)];
    if (line !== undefined)
      return `Line ${line} has an error and may match this member. Correct the line, then send the file again.`;
    return dependent === undefined
      ? ''
      : `Line ${dependent} names a dependent with the name of this member. If the person left, end this membership individually.`;
  };
}

/**
 * Previews the end of some memberships. `step` is zero-based; `behind` is the number of stored parts of unchanged rows.
 * Returns undefined after the last step.
 */
export async function previewEnds(
  change: RosterChange,
  step: number,
  now: Date,
  behind: number,
): Promise<ComparedPart | undefined> {
  const from = (step % stepsOfPart) * endsInStep;
  const all = await loadPart(change.id, 'leaving', Math.floor(step / stepsOfPart), leavingRow);
  if (!all) return undefined;
  const rows = all.slice(from, from + endsInStep);
  const namedElsewhere = await loadNamedElsewhere(change);
  const program = await mustLoadGroupMembership(change.partnerId);
  const members = new Map(
    (await loadMembers(rows.map(({ memberId }) => memberId))).map((member) => [member.id, member]),
  );
  const compared = await Promise.all(
    rows.map(async ({ line, memberId, email, name, lastDay }) => {
      const key = line === null ? memberId : `line-${line}`;
      const member = members.get(memberId);
      if (!member || isDeleted(member)) return undefined;
      const stays = (what: string) => ({
        group: 'stay' as const,
        row: { ...memberRow(member), key, line, what },
      });
      const reason = line === null ? namedElsewhere(member) : '';
      if (reason !== '') return stays(reason);
      if (isOtherName(name, `${member.firstName} ${member.lastName}`))
        return stays(
          `Line ${line} has the name ${name}. If this member left, end the membership individually.`,
        );
      if (line !== null && email !== '' && !isTheirs(member, email))
        return stays('Another member has almost the same email. End this membership individually.');
      if (leavesAlready(member)) return stays(`Already leaving on ${showLastDay(member.leavingOn)}.`);
      const { group, row } = await previewLeaver(member, program, {
        today: dateInChicago(now),
        now,
        lastDay,
      });
      return { group, row: { ...row, key, line } };
    }),
  );
  const of = (group: 'end' | 'stay') => compared.flatMap((item) => (item?.group === group ? [item.row] : []));
  const [end, unchanged] = [of('end'), of('stay')];
  await storePart(change.id, 'end', step, end);
  await storePart(change.id, 'stay', behind + step, unchanged);
  const { counts, effects } = change;
  return {
    done: change.kind === 'leavers' ? rows.length : 0,
    change: {
      counts: { ...counts, end: counts.end + end.length, stay: counts.stay + unchanged.length },
      effects: end.reduce(addEffects, effects),
    },
  };
}

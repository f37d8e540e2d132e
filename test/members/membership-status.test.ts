import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { deleted, invitationStatuses, type Member } from '../../shared/members/member.ts';
import {
  canMove,
  isMove,
  moveMember,
  nextStatus,
  type EventContexts,
  type MembershipEvent,
} from '../../shared/members/membership-status.ts';
import { Refusal } from '../../shared/refusal.ts';
import { sources } from '../architecture/sources.ts';
import { someMember } from '../support/builders.ts';

const today = '2026-12-10';
const notice = { today, noticeOn: '2026-11-02', isUnpaid: false };
const byHand = { today, membersPay: true, isCollecting: false };

type Row<Event extends MembershipEvent> = [Event, EventContexts[Event], (number | null)[]];
const row = <Event extends MembershipEvent>(...item: Row<Event>) => item;
const table = [
  row('invite', { today }, [2, null, null, null, null, null, null, null]),
  row('changeEmail', {}, [1, 1, null, null, null, null, null, null]),
  row('enroll', { today, firstDay: today, firstDues: 1 }, [null, 3, null, null, null, null, null, null]),
  row('enroll', { today, firstDay: today, firstDues: 0 }, [null, 4, null, null, null, null, null, null]),
  row('submitFirstDues', {}, [null, null, 4, 4, 5, 6, 7, 8]),
  row('returnFirstDues', {}, [null, null, null, 3, 5, 6, 7, 8]),
  row('invalidateAccount', { today }, [null, null, 3, 5, 5, 6, 7, 8]),
  row('replaceAccount', { today }, [null, null, 3, 4, 4, 6, 7, null]),
  row('hold', { today }, [null, null, null, 7, null, null, null, null]),
  row('resume', { today }, [null, null, null, null, null, null, 4, null]),
  row('leave', byHand, [8, 8, 8, 6, 8, null, 8, null]),
  row('leave', { ...byHand, membersPay: false }, [8, 8, 8, 8, 8, null, 8, null]),
  row('leave', { ...byHand, isCollecting: true }, [8, 8, null, 6, 8, null, 8, null]),
  row('leaveLater', { today }, [null, null, 6, null, null, null, null, null]),
  row('cancel', { today }, [null, null, 8, 8, 8, 8, 8, 8]),
  row('endEarlier', { ...notice, leavingOn: '2026-12-01' }, [null, null, 8, 8, 8, 8, 8, 8]),
  row('endEarlier', { ...notice, leavingOn: '2027-01-01' }, [null, null, 8, 6, 8, 6, 8, 8]),
  row('endMembership', { today }, [null, null, null, null, null, 8, null, null]),
];
const events = table.map(([event, context]) => [event, context] as const);

const member = (invitationStatus: Member['invitationStatus'], overrides: Partial<Member> = {}) =>
  someMember('M1', '1', { invitationStatus, ...overrides });

describe('the table of moves', () => {
  it.each(table)('%s %j', (event, context, after) => {
    for (const { id } of invitationStatuses) {
      const validate = () => nextStatus(member(id), event, context as never);
      const expected = after[id - 1];
      expect(canMove(member(id), event, context as never)).toBe(expected !== null);
      if (expected === null) expect(validate).toThrow(Refusal);
      else expect(validate()).toBe(expected);
    }
  });

  it('resumes a membership with a refused bank account as suspended', () => {
    const held = member(7, { accountInvalidatedOn: '2026-12-01' });
    expect(nextStatus(held, 'resume', { today })).toBe(5);
    expect(moveMember(held, 'replaceAccount', { today })).toMatchObject({
      invitationStatus: 7,
      accountInvalidatedOn: null,
    });
  });

  it('leads from one status to another by its events only, and nothing leads out of Deleted', () => {
    for (const { id: before } of invitationStatuses)
      for (const { id: after } of invitationStatuses) {
        const reached = events.some(([event, context]) =>
          [null, today].some((accountInvalidatedOn) => {
            const sample = member(before, { accountInvalidatedOn });
            return (
              canMove(sample, event, context as never) &&
              nextStatus(sample, event, context as never) === after
            );
          }),
        );
        expect([before, after, isMove(before, after)]).toEqual([before, after, reached || before === after]);
        if (before === deleted && after !== deleted) expect(reached).toBe(false);
      }
  });

  it('keeps the dates in step with the status, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (walk) => {
        let sample = member(1, { invitedOn: null, enrolledOn: null, activatedOn: null, leavingOn: null });
        for (const [event, context] of walk) {
          if (!canMove(sample, event, context as never)) {
            expect(() => moveMember(sample, event, context as never)).toThrow(Refusal);
            continue;
          }
          const after = moveMember(sample, event, context as never);
          expect(isMove(sample.invitationStatus, after.invitationStatus)).toBe(true);
          expect(() => memberChange(sample, after)).not.toThrow();
          sample = after;
          const { invitationStatus: status, activatedOn, leavingOn, enrolledOn, startsOn } = sample;
          expect((enrolledOn ?? null) !== null).toBe((startsOn ?? null) !== null);
          if (status < 3) expect([enrolledOn, activatedOn, leavingOn]).toEqual([null, null, null]);
          if ([4, 5, 7].includes(status)) expect(activatedOn).toBe(startsOn);
          // a member can end the membership while its first dues are collected
          if (status === 6) expect([startsOn, null]).toContain(activatedOn);
          expect(leavingOn !== null).toBe(status === 6 || status === 8);
          if (status === 6) expect(leavingOn).toBe('2027-01-01');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('activates from the first day of the enrollment, also where the program launches later', () => {
    const enrolled = moveMember(member(2, { activatedOn: null }), 'enroll', {
      today,
      firstDay: '2027-02-01',
      firstDues: 30_00,
    });
    expect(enrolled).toMatchObject({ enrolledOn: today, startsOn: '2027-02-01', activatedOn: null });
    expect(moveMember(enrolled, 'submitFirstDues', {}).activatedOn).toBe('2027-02-01');
  });
});

describe('a status', () => {
  it('is stored only where an event leads to it', () => {
    expect(() => memberChange(member(1), member(4))).toThrow('no event');
    expect(() => memberChange(member(8), member(4))).toThrow('no event');
    expect(() => memberChange(member(4), member(7))).not.toThrow();
  });

  it('is written by no other code of the product', () => {
    // a status may be copied from a record, be a schema or the rule of an erasure, or be that of a new member who waits for an invitation
    const copied =
      /^(\w+\??\.invitationStatus\b|invitationStatus\.nullable|z\.|true\b|null\b|waitingToInvite\b|'keep')/;
    // conditions of a roster search
    const searched =
      /^(statusText\b|`\$\{(search\.status|status|id)\}`|invited \} \} as const|all\.status\b|of\b|invitationStatus \? status\b)/;
    const writers = sources('shared', 'functions', 'web').flatMap(({ path, text }) => {
      const written = [...text.matchAll(/\binvitationStatus:\s*([^\s].*)/g)].map(([, value = '']) => value);
      const spread = /\.\.\.\w+,\s*invitationStatus\s*[,}]/.test(text) ? ['spread'] : [];
      const assigned = /\.invitationStatus\s*=[^=]/.test(text) ? ['assigned'] : [];
      const stored = written.filter((value) => !copied.test(value) && !searched.test(value));
      return [...stored, ...spread, ...assigned].map(() => path);
    });
    expect(writers).toEqual(['shared/members/membership-status.ts']);
  });
});

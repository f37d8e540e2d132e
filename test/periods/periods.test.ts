import { describe, expect, it } from 'vitest';
import { periods } from '../../shared/contracts/periods.ts';
import { closedPeriods, closingMessage, isClosed } from '../../shared/periods/period.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
resetClockAfterEach();

describe('the period lists', () => {
  it('include October as closed from November 9, and not a minute earlier', async () => {
    const ask = async () => (await call(periods.closedUsagePeriods, world.own.manager)).body;
    setClock('2026-11-09T05:58:00Z');
    expect((await ask())[0]).toEqual({ id: '202609', yearMonth: 'September 2026' });
    setClock('2026-11-09T06:00:00Z');
    expect((await ask())[0]).toEqual({ id: '202610', yearMonth: 'October 2026' });
  });

  it('end with the current month, or with the next one where programs are prepared', async () => {
    setClock('2026-12-31T23:00:00Z');
    const until = await call(periods.untilCurrent, world.own.memberUser);
    expect(until.body[0]).toEqual({ id: '202612', yearMonth: 'December 2026' });
    expect(until.body).toHaveLength(24);
    const all = await call(periods.list, world.facilityManager);
    expect(all.body[0]).toEqual({ id: '202701', yearMonth: 'January 2027' });
  });

  it('include the next month from the 25th for dues only', async () => {
    const first = async (paymentTypeID: string) =>
      (await call(periods.untilCurrent, world.admin, { query: { paymentTypeID } })).body[0].id;
    setClock('2026-11-25T05:58:00Z');
    expect(await first('6')).toBe('202611');
    setClock('2026-11-25T06:00:00Z');
    expect(await first('6')).toBe('202612');
    expect(await first('4')).toBe('202611');
  });

  it('return the closing date of the selected month, or of the next one if it is closed', () => {
    expect(closingMessage('202610', '202610')).toBe('November 2026 closes on 12/09/2026.');
    expect(closingMessage('202609', '202610')).toBe('November 2026 closes on 12/09/2026.');
    expect(closingMessage('202611', '202610')).toBe(
      'November 2026 is not closed yet. It closes on 12/09/2026: clubs can report check-ins until the end of the day before.',
    );
  });

  it('use the deadline of the settings', () => {
    const settings = { reportingDeadlineDay: 20, monthsOffered: 3 };
    const now = new Date('2026-11-15T12:00:00Z');
    expect(closedPeriods(now, settings)).toEqual(['202609', '202608', '202607']);
    expect(isClosed('202610', now, settings)).toBe(false);
    expect(isClosed('202610', new Date('2026-11-21T12:00:00Z'), settings)).toBe(true);
  });
});

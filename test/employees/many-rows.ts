import type { Page } from 'playwright-core';
import { rosterRow, rowOfMember } from '../../shared/employees/roster-row.ts';
import { toWire } from '../../shared/wire-names.ts';
import { someMember } from '../support/builders.ts';

const inPage = 20;
const total = 100_000;

const rowAt = (place: number, name: string) => {
  const member = someMember(`M${place}`, '1', {
    lastName: `${name}${place}`,
    enrolledOn: '2026-09-05',
    facilityId: '4100',
    facilityName: `Harbor Gym ${place % 50}`,
    invitationStatus: 4,
  });
  return toWire(rosterRow, rowOfMember(member, place % 28));
};

interface Answering {
  name?: () => string;
  fails?: (from: number) => boolean | Promise<boolean>;
}

export const answerWithRows = (page: Page, rows: number, answering: Answering = {}) =>
  page.route('**/api/employeemanagement/keyfobs?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const { name = () => 'Person', fails = () => false } = answering;
    const last = name();
    if (await fails(from)) return route.fulfill({ status: 500, json: { message: 'It did not work.' } });
    const items = Array.from({ length: Math.min(inPage, rows - from) }, (_, index) =>
      rowAt(from + index, last),
    );
    const next = from + items.length;
    return route.fulfill({
      json: { items, totalCount: total, nextCursor: next < total ? String(next) : null },
    });
  });

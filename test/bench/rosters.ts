import { beginChange } from '../../functions/employees/changes/begin-change.ts';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { memberEntity } from '../../functions/members/store.ts';
import { putFile } from '../../functions/platform/files.ts';
import { itemOf } from '../../functions/table/change.ts';
import { noCounts } from '../../shared/employees/changes/roster-change.ts';
import { waitingJobs } from '../support/jobs.ts';
import { addPartner, admin, forever, killedLeavers, killedRoster, personAt } from './killed-rosters.ts';
import { print, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

interface Sizes {
  /** Members of a leavers file, and of a full roster. */
  leavers: number;
  kills: number;
  /** Rows of a delivered roster, and of how many of them the people are there. */
  rows: number;
  members: number;
}

export const rosterParts = ['leavers', 'roster', 'delivered'] as const;
type Part = (typeof rosterParts)[number];

/** Leavers and a full roster whose jobs are killed at random writes, and a delivered roster of many rows. */
export async function benchRosters(sizes: Sizes, parts: readonly Part[]): Promise<Line[]> {
  const lines = [
    ...(parts.includes('leavers') ? await killedLeavers(sizes.leavers, sizes.kills) : []),
    ...(parts.includes('roster') ? await killedRoster(sizes.leavers, sizes.kills) : []),
    ...(parts.includes('delivered') ? await delivered(sizes) : []),
  ];
  if (lines.length > 0) print('Leavers and full rosters', lines);
  return lines;
}

async function delivered({ rows, members }: Sizes): Promise<Line[]> {
  const partnerId = '9802';
  await addPartner(partnerId, rows * 2);
  const isThere = (place: number) => place < members;
  const began = performance.now();
  let batch: Record<string, unknown>[] = [];
  for (let place = 0; place < rows; place++) {
    if (isThere(place)) batch.push(itemOf(memberEntity, { ...personAt(partnerId, place, 1), version: 1 }));
    if (batch.length < 500 && place < rows - 1) continue;
    await putAll(batch);
    batch = [];
  }
  console.log(`  loaded the roster in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const lines = Array.from(
    { length: rows },
    (_, place) => `Ann${place % 97},Person${place % 50 === 1 ? 'New' : place},p${place}@roster.test`,
  );
  const bytes = Buffer.from(['First Name,Last Name,Email', ...lines].join('\n'));
  const id = 'bench-roster';
  const deliveredAs = `hr/${partnerId}/roster/all.csv`;
  await beginChange(
    {
      id,
      jobId: `${id}-read`,
      partnerId,
      kind: 'roster',
      fileName: 'all.csv',
      bytes,
      deliveredAs,
    },
    admin,
    new Date(),
  );
  await putFile('files', deliveredAs, bytes, 'text/csv');
  const start = process.cpuUsage();
  const at = performance.now();
  await runJobSteps(`${id}-read`, forever);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const { status, counts } = await loadRosterChange(id);
  const add = rows - members;
  const changed = Array.from({ length: rows }, (_, place) => place).filter(
    (place) => place % 50 === 1 && isThere(place),
  ).length;
  const wanted = { ...noCounts, rows, add, change: changed, same: rows - add - changed };
  waitingJobs.length = 0;
  return [
    {
      what: `${rows.toLocaleString('en-US')} delivered rows judged in ${Math.round((performance.now() - at) / 1000)} s: CPU`,
      value: `${seconds.toFixed(1)} s`,
      bound: 'at most 20 s, counts right',
      holds: seconds <= 20 && status === 'preview' && JSON.stringify(counts) === JSON.stringify(wanted),
    },
  ];
}

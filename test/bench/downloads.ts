import { downloadFile } from '../../functions/files/download-file.ts';
import { beginJob } from '../../functions/jobs/begin.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { memberEntity } from '../../functions/members/store.ts';
import { getFile } from '../../functions/platform/files.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { itemOf } from '../../functions/table/change.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import '../support/jobs.ts';
import { someMember } from '../support/world.ts';
import { runInWorker } from './in-worker.ts';
import type { WorkerCost } from './job-worker.ts';
import { print, ratio, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const now = new Date('2026-11-20T15:00:00Z');
const visitsPeriod = '202610';
// what infra/handler-function.ts gives a worker
const workerMegabytes = 1024;

const emailOf = (place: number): string => `p${place}@bench.test`;

/** Stores a roster; every third member visited in the month before, so that visits are read too. */
async function loadRoster(partnerId: string, members: number): Promise<void> {
  let batch: Record<string, unknown>[] = [{ ...keys.count(lists.employees(partnerId)), n: members }];
  for (let place = 0; place < members; place++) {
    const member = someMember(`D${partnerId}-${place}`, partnerId, {
      lastName: `Person${(place * 7919) % 1_000_003}`,
      email: emailOf(place),
      version: 1,
    });
    batch.push(itemOf(memberEntity, member));
    if (place % 3 === 0) batch.push({ ...keys.monthlyVisits(member.id, visitsPeriod), n: place % 31 });
    if (batch.length < 500) continue;
    await putAll(batch);
    batch = [];
  }
  await putAll(batch);
}

/** Opens the file as an upload is opened; throws unless each member has exactly one row. */
async function checkFile(jobId: string, members: number): Promise<number> {
  const bytes = await getFile('files', downloadFile(jobId));
  if (!bytes) throw new Error(`download ${jobId} has no file`);
  const { rows } = await readSheet(bytes, 'roster.xlsx', {
    maxBytes: Infinity,
    tooLarge: '',
    maxRows: members,
    maxInflatedBytes: 2 ** 30,
  });
  const emails = new Set(rows.map(({ cells }) => cells.Email));
  for (let place = 0; place < members; place++)
    if (!emails.has(emailOf(place))) throw new Error(`the file lacks ${emailOf(place)}`);
  if (rows.length !== members) throw new Error(`the file has ${rows.length} rows for ${members} members`);
  return bytes.length;
}

async function download(members: number, partnerId: string) {
  await loadRoster(partnerId, members);
  const id = `bench-download-${members}`;
  const input = { what: 'roster', input: { partnerId }, at: now.toISOString() };
  const job = { id, kind: 'download' as const, input, total: members, message: '', partnerId };
  await beginJob(job, { userId: 'bench' }, now);
  const cost = await runInWorker(id);
  const { status, done } = (await loadJob(id)) ?? {};
  if (status !== 'done' || done !== members) throw new Error(`${id} is ${status} after ${done} rows`);
  return { ...cost, fileBytes: await checkFile(id, members) };
}

/**
 * A roster's download by its job, of 1,000 rows and of many: units a row, and a worker's peak memory. Each file is
 * opened and holds every member exactly once.
 */
export async function benchDownloads(members: number): Promise<Line[]> {
  const few = await download(1000, '7000');
  const many = await download(members, '7001');
  const size = members.toLocaleString('en-US');
  const unitsPerRow = unitsOf(many) / members;
  const lines: Line[] = [
    ratio(
      `units a row to those of 1,000 rows, ${unitsPerRow.toFixed(3)} units`,
      unitsPerRow,
      unitsOf(few) / 1000,
      1.05,
    ),
    {
      what: `a worker's peak memory, ${few.peakMegabytes.toFixed(0)} MB for 1,000 rows`,
      value: `${many.peakMegabytes.toFixed(0)} MB`,
      bound: `under ${workerMegabytes} MB`,
      holds: many.peakMegabytes < workerMegabytes,
    },
    { what: 'seconds in all, longest step', value: secondsOf(many) },
    { what: 'round trips', value: many.roundTrips.toLocaleString('en-US') },
    { what: 'megabytes of the file', value: (many.fileBytes / 2 ** 20).toFixed(1) },
  ];
  print(`Downloading a roster of ${size} rows, each in the file exactly once`, lines);
  return lines;
}

const unitsOf = ({ readUnits, writeUnits }: WorkerCost): number => readUnits + writeUnits;

const secondsOf = ({ seconds: all, longestStepSeconds }: WorkerCost): string =>
  `${all.toFixed(1)} / ${longestStepSeconds.toFixed(1)}`;

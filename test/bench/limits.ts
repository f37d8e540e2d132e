import { createHash } from 'node:crypto';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { takeDeliveriesHandler as takeRosters } from '../../functions/employees/handlers/roster-changes.ts';
import { putFile } from '../../functions/platform/files.ts';
import { takeDeliveriesHandler as takeCheckIns } from '../../functions/visits/handlers/check-ins.ts';
import { pageOfDeliveries } from '../../functions/visits/delivery-store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { members } from '../../shared/contracts/members.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { maxSelected } from '../../shared/employees/bulk-action.ts';
import { importPartBytes, maxUploadBytes, mostImportParts } from '../../shared/employees/employee-rows.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { mostRowsOfBatch } from '../../shared/integrations/eligibility-batch.ts';
import { mostOfBulk } from '../../shared/integrations/scim/discovery.ts';
import { largestUpload } from '../../shared/media-types.ts';
import { maxRecipients } from '../../shared/vouchers/recipient-rows.ts';
import { call, type Received, type Sent } from '../support/call.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { makeWorld, type World } from '../support/world.ts';
import { freshProgram, recipientsFile, upload } from '../vouchers/programs.ts';
import { print, type Line } from './measure.ts';

/** Seconds in which API Gateway expects a response, and in which a job's function ends a step. */
const responseSeconds = 29;
const stepSeconds = 110;

interface Refused {
  /** Status of the response, or of the refused change. */
  status: number | string;
  message: string;
}

interface Case {
  limit: string;
  within: number;
  refuse: (world: World) => Promise<Refused>;
}

/** Returns the messages of a response: its texts that have spaces. */
function messageIn(body: unknown): string {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value.includes(' ') ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return [...new Set(texts(body))].join(' ');
}

const refusedBy = ({ status, body }: Received): Refused => ({ status, message: messageIn(body) });
const csv = (header: string, rows: number, row: (index: number) => string): Buffer =>
  Buffer.from([header, ...Array.from({ length: rows }, (_, index) => row(index))].join('\n'));
const fileOf = (bytes: Uint8Array, name = 'file.csv') => ({ name, bytes });
const listOf = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const number = (value: number): string => value.toLocaleString('en-US');

const request = (
  limit: string,
  endpoint: Endpoint,
  as: (world: World) => Parameters<typeof call>[1],
  sent: (world: World) => Sent,
): Case => ({
  limit,
  within: responseSeconds,
  refuse: async (world) => refusedBy(await call(endpoint, as(world), sent(world))),
});

const asAdmin = ({ admin }: World) => admin;
const asClient = ({ own }: World) => own.client;
const email = (index: number): string => `person${index}@limits.test`;
const roster = (rows: number): Buffer =>
  csv('First Name,Last Name,Email', rows, (index) => `Ann,Lund,${email(index)}`);
const checkIns = (rows: number): Buffer =>
  csv('Member ID,Club,Check-In Date', rows, (index) => `M${index},1,11/18/2026`);

/** Rows of a roster that is imported or delivered (functions/employees/changes/read-file.ts). */
const rosterRows = 200_000;

const requests: readonly Case[] = [
  request(`employees upload, ${number(maxUploadBytes)} bytes`, employees.upload, asAdmin, ({ own }) => ({
    body: { partnerId: own.partner.id },
    files: { file: fileOf(Buffer.alloc(2 * maxUploadBytes, 'a'), 'file.xlsx') },
  })),
  request('corrected rows of an upload, 5,000', employees.fixRows, asAdmin, () => ({
    params: { jobId: 'none' },
    body: {
      rows: listOf(10_000, (index) => ({
        line: index + 2,
        fields: { firstName: 'Ann', lastName: 'Lund', email: email(index) },
      })),
    },
  })),
  request('leavers upload, 5,000 rows', employees.beginRosterChange, asAdmin, ({ own }) => ({
    body: { partnerID: own.partner.id, kind: 'leavers' },
    files: { file: fileOf(csv('Email', 10_000, email)) },
  })),
  request('roster import, parts of 2 MB', employees.uploadRosterPart, asAdmin, ({ own }) => ({
    body: { partnerID: own.partner.id, uploadId: 'Ulimits', part: '0' },
    files: { file: fileOf(Buffer.alloc(2 * importPartBytes, 'a')) },
  })),
  request(`roster import, ${mostImportParts} parts`, employees.importRoster, asAdmin, ({ own }) => ({
    body: {
      partnerID: own.partner.id,
      kind: 'roster',
      uploadId: 'Ulimits',
      parts: 2 * mostImportParts,
      fileName: 'file.csv',
      fileHash: 'a'.repeat(64),
    },
  })),
  request(`selected employees, ${number(maxSelected)}`, employees.bulk, asAdmin, ({ own }) => ({
    body: {
      partnerID: own.partner.id,
      action: 'hold',
      members: { memberIds: listOf(2 * maxSelected, (index) => `M${index}`) },
    },
  })),
  request('selected members to transfer, 10,000', members.transfer, asAdmin, ({ facility }) => ({
    params: { facilityId: facility.id },
    body: listOf(20_000, (index) => `M${index}`),
  })),
  request('search text, 100 characters', employees.keyFobs, asAdmin, ({ own }) => ({
    query: { partnerID: own.partner.id, filter: 'a'.repeat(200) },
  })),
  request('check-in file, 50,000 rows', visits.importCheckIns, asAdmin, () => ({
    body: {},
    files: { file: fileOf(checkIns(100_000)) },
  })),
  request(`check-in file, ${number(largestUpload)} bytes`, visits.importCheckIns, asAdmin, () => ({
    body: {},
    files: { file: fileOf(Buffer.alloc(2 * largestUpload, 'a')) },
  })),
  request('clubs file, 25,000 rows', facilities.importClubs, asAdmin, () => ({
    body: {},
    files: {
      file: fileOf(
        csv(
          'Facility ID,Name,Address,City,State,ZIP',
          50_000,
          (index) => `L${index},Pier,1 A St,Duluth,MN,55802`,
        ),
      ),
    },
  })),
  request('bank file or statement, 4,000,000 bytes', bankFiles.receiveReturns, asAdmin, () => ({
    body: {},
    files: { file: fileOf(Buffer.alloc(8_000_000, '6'), 'returns.ach') },
  })),
  request(`API batch, ${number(mostRowsOfBatch)} rows`, integrations.sendBatch, asClient, () => ({
    body: {
      idempotencyKey: 'limits',
      mode: 'leavers',
      rows: listOf(2 * mostRowsOfBatch, (index) => ({ email: email(index) })),
    },
  })),
  request(
    'API check-ins, 100 per request',
    integrations.takeCheckIns,
    (world) => world.facilityClient,
    () => ({
      body: {
        checkIns: listOf(200, (index) => ({
          checkInId: `C${index}`,
          email: email(index),
          at: '2026-11-25T18:05:00-06:00',
        })),
      },
    }),
  ),
  request(`SCIM bulk, ${mostOfBulk} operations`, integrations.scimBulk, asClient, () => ({
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: listOf(2 * mostOfBulk, (index) => ({ method: 'DELETE', path: `/Users/M${index}` })),
    },
  })),
  {
    limit: `voucher recipients, ${number(maxRecipients)} rows`,
    within: responseSeconds,
    refuse: async ({ admin }) => {
      const recipients = listOf(2 * maxRecipients, (index) => [email(index)]);
      return refusedBy(await upload(admin, await freshProgram(admin), await recipientsFile(recipients)));
    },
  },
];

/** Runs all jobs, and returns the status and problem of a roster change. */
async function refusedChange(changeId: string): Promise<Refused> {
  for (const { id } of await allRunningJobs()) await runJob(id);
  const { status, problem } = await loadRosterChange(changeId);
  return { status, message: problem ?? '' };
}

const jobs: readonly Case[] = [
  {
    limit: `imported roster, ${number(rosterRows)} rows`,
    within: stepSeconds,
    refuse: async ({ admin, own }) => {
      const bytes = roster(2 * rosterRows);
      const upload = { partnerID: own.partner.id, uploadId: 'Urows' };
      const parts = Math.ceil(bytes.length / importPartBytes);
      for (let part = 0; part < parts; part++) {
        const file = fileOf(bytes.subarray(part * importPartBytes, (part + 1) * importPartBytes));
        await call(employees.uploadRosterPart, admin, {
          body: { ...upload, part: String(part) },
          files: { file },
        });
      }
      const fileHash = createHash('sha256').update(bytes).digest('hex');
      const body = { ...upload, kind: 'roster', parts, fileName: 'file.csv', fileHash };
      const received = await call(employees.importRoster, admin, { body });
      return received.status === 200 ? refusedChange(received.body.changeId) : refusedBy(received);
    },
  },
  {
    limit: `delivered roster, ${number(rosterRows)} rows`,
    within: stepSeconds,
    refuse: async ({ admin, own }) => {
      await putFile('files', `hr/${own.partner.id}/roster/limits.csv`, roster(2 * rosterRows), 'text/csv');
      await takeRosters();
      for (const { id } of await allRunningJobs()) await runJob(id);
      const { body } = await call(employees.rosterChanges, admin, { query: { partnerID: own.partner.id } });
      const { status, problem } = body.items.find(({ delivered }: { delivered: boolean }) => delivered);
      return { status, message: problem };
    },
  },
  {
    limit: 'delivered check-in file, 50,000 rows',
    within: stepSeconds,
    refuse: async ({ facility }) => {
      await putFile('files', `check-ins/${facility.id}/limits.csv`, checkIns(100_000), 'text/csv');
      await takeCheckIns();
      const [delivery] = (await pageOfDeliveries(facility.id, undefined)).items;
      return { status: delivery?.jobId === null ? 'refused' : 'accepted', message: delivery?.problem ?? '' };
    },
  },
];

const isRefused = ({ status, message }: Refused): boolean =>
  (typeof status === 'number' ? status >= 400 && status < 500 : status === 'refused') &&
  message !== '' &&
  !message.endsWith('is not valid.');

/** Sends twice of each limit, and compares the time until the refusal with the time that ends a request or step. */
export async function benchLimits(): Promise<Line[]> {
  const world = await makeWorld();
  const lines: Line[] = [];
  for (const { limit, within, refuse } of [...requests, ...jobs]) {
    const began = performance.now();
    const refused = await refuse(world);
    const seconds = (performance.now() - began) / 1000;
    lines.push({
      what: `twice: ${limit}`,
      value: `${refused.status} in ${seconds.toFixed(2)} s`,
      bound: `refused within ${within} s`,
      holds: isRefused(refused) && seconds < within,
    });
    console.log(`  ${limit}: ${refused.status} ${refused.message.slice(0, 200)}`);
  }
  print('At twice each limit', lines);
  return lines;
}

import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { now, wait } from '../../infra/local/tools/time-and-chance.ts';
import type { Caller } from './calls.ts';

const pin = '246810';
const begun = z.object({ jobId: z.string() });
const jobSeen = z.object({ status: z.string() });
const checked = z.object({ hash: z.string() });

/** Tests the main workflow on the deployment: key fobs, payments, and a bank file, as jobs of the real queue and worker. */
export async function checkMainJob(
  caller: Caller,
  { token, pinProof, partnerId }: { token: string; pinProof: string; partnerId: string },
): Promise<boolean> {
  const { expect } = caller;
  const [period = ''] = closedPeriods(now());
  await expect(200, 'its program', 'POST /groupmemberships/save', { token, body: terms(partnerId) });
  await launchEarlier(partnerId);
  const keyFobs = Array.from({ length: 400 }, (_, index) => ({
    partnerId,
    facilityMemberID: `A${String(index).padStart(5, '0')}`,
  }));
  const job = async (what: string, call: `POST /${string}`, body: unknown): Promise<void> => {
    const { body: answer } = await expect(200, `${what}: a job`, call, { token, body });
    await ended(caller, token, begun.safeParse(answer).data?.jobId ?? '', what);
  };
  await job('400 key fobs', 'POST /employeemanagement/keyfobs/create', keyFobs);
  const which = { programTypeID: 1, programPaymentTypeID: 1, paymentTypeID: 4, partnerID: partnerId };
  await job('payments', 'POST /partnerpayments/generate', { ...which, usagePeriodID: period });
  await expect(200, 'a PIN', 'PUT /user/pin', { token, proof: pinProof, body: { pin } });
  const filter = { ...which, periodID: period };
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  const { body: preview } = await expect(
    200,
    'the account opened, the file made and kept',
    `GET /partnerpayments/ach/check?${query}`,
    { token },
    (text) => text.includes('"isAchUploadAvailable":true') && !text.includes('000123456789'),
  );
  const send = { ...filter, hash: checked.safeParse(preview).data?.hash ?? '' };
  const call = 'POST /partnerpayments/ach/send';
  await expect(422, 'a wrong PIN', call, { token, body: { ...send, pin: '111111' } });
  await job('the bank file', call, { ...send, pin });
  await expect(200, 'sent again: the same answer', call, { token, body: { ...send, pin } });
  return oneFileInTheOutbox();
}

const terms = (partnerId: string) => ({
  partnerId,
  programPaymentTypeID: 1,
  adminFee: '250.00',
  monthlyInstallment: '12000.00',
  numberOfMemberships: 400,
  duesForOneMemberPerMonthPaidToFacility: '25.50',
  launchDate: dateInChicago(now()),
});

/** Sets the launch date to the past, which the form does not permit. */
export async function launchEarlier(partnerId: string): Promise<void> {
  const { groupMembershipChange, mustLoadGroupMembership } =
    await import('../../functions/group-memberships/store.ts');
  const { transact } = await import('../../functions/table/transact.ts');
  const program = await mustLoadGroupMembership(partnerId);
  await transact(...groupMembershipChange(program, { ...program, launchDate: '2020-01-01' }));
}

/** Waits until a job ended, at most a minute. */
export async function ended(
  { ask, expect }: Caller,
  token: string,
  jobId: string,
  what: string,
): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    const { body } = await ask('GET', `/jobs/${jobId}`, { token });
    if (jobSeen.safeParse(body).data?.status !== 'running') break;
    await wait(1000);
  }
  await expect(200, `${what}: done`, `GET /jobs/${jobId}`, { token }, (text) =>
    text.includes('"status":"done"'),
  );
}

/** Verifies that the outbox has one file that the strict reader accepts. */
async function oneFileInTheOutbox(): Promise<boolean> {
  const s3 = new S3Client({ forcePathStyle: true });
  const Bucket = process.env.OUTBOX_BUCKET;
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const names = Contents.map(({ Key = '' }) => Key).filter((name) => name.endsWith('.ach'));
  if (names.length === 0) {
    console.log('BAD   no file in the outbox');
    return false;
  }
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: names[0] }));
  const problems = checkNachaFile((await Body?.transformToString()) ?? '');
  const good = names.length === 1 && problems.length === 0;
  console.log(
    `${good ? 'good' : 'BAD '}  ${names.length} file in the outbox, ${problems.length} faults in it`,
  );
  return good;
}

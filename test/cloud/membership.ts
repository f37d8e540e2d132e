import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { useDeployment } from '../../infra/operate/deployment.ts';
import { erasePersonNow, exportPerson } from '../../infra/operate/person-commands.ts';
import { milliseconds, now, wait } from '../../infra/local/tools/time-and-chance.ts';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import type { Caller } from './calls.ts';
import { harborWorks } from './harbor-works.ts';
import { ended, launchEarlier } from './main-job.ts';
import { password } from './people.ts';

const email = 'ann.pier@pierworks.test';
const newFacility = {
  facilityNumber: 'PIER-1',
  name: 'Pier Gym',
  description: '',
  facilityLocationType: 0,
  address1: '2 Pier Road',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  contactNumber: '',
  website: '',
  afNumber: 'AF9001',
  isPpv: false,
};
const bankAccount = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 };
const memberPays = (partnerId: string) => ({
  partnerId,
  programPaymentTypeID: 2,
  adminFee: '0.00',
  numberOfMemberships: 10,
  duesForOneMemberPerMonthPaidToFacility: '25.00',
  memberDuesAmount: '30.00',
  memberReimbursementTypeID: 4,
  memberReimbursementAmount: '20.00',
  numberOfVisitsToReimburse: 8,
  launchDate: dateInChicago(now()),
});

interface Membership {
  memberId: string;
  facilityId: string;
  keyFob: string;
}

/**
 * Tests the life of a membership on the deployment: invitation, signature, first dues, a check-in file that a schedule
 * takes, the end, the export, and the erasure.
 */
export async function checkMembership(caller: Caller, administrator: string): Promise<boolean> {
  await useDeployment('dev');
  const membership = await enroll(caller, administrator);
  await firstDues(caller, administrator);
  const isTaken = await scheduledDelivery(membership);
  await caller.expect(
    200,
    'the membership ends',
    `DELETE /employeemanagement/membership/enrollment/${membership.memberId}/2`,
    { token: administrator },
  );
  return (await exportAndErase(membership)) && isTaken;
}

async function enroll(caller: Caller, token: string): Promise<Membership> {
  const { expect } = caller;
  const partner = { ...harborWorks, partnerIDNumber: 'PW-0001', name: 'Pier Works', usBankCode: 'PW' };
  const { body: added } = await expect(200, 'a partner', 'POST /partners/save', { token, body: partner });
  const partnerId = z.object({ data: z.object({ id: z.string() }) }).parse(added).data.id;
  await expect(200, 'members pay', 'POST /groupmemberships/save', { token, body: memberPays(partnerId) });
  await launchEarlier(partnerId);
  const { body: facility } = await expect(200, 'a club', 'POST /facilities/all', {
    token,
    body: newFacility,
  });
  const { facilityID: facilityId } = z.object({ facilityID: z.string() }).parse(facility);
  const keyFob = 'B00001';
  const keyFobs = [{ partnerId, facilityMemberID: keyFob }];
  const { body: job } = await expect(200, 'a key fob', 'POST /employeemanagement/keyfobs/create', {
    token,
    body: keyFobs,
  });
  await ended(caller, token, z.object({ jobId: z.string() }).parse(job).jobId, 'the key fob');
  await expect(200, 'an employee', 'POST /employeemanagement/members', {
    token,
    body: { partnerId, firstName: 'Ann', lastName: 'Pier', email, phone: '', dateOfBirth: '' },
  });
  const { body: invited } = await expect(
    200,
    'the invitation',
    `POST /employeemanagement/partners/${partnerId}/invite`,
    { token },
  );
  await ended(caller, token, z.object({ jobId: z.string() }).parse(invited).jobId, 'the invitation');
  const memberId = await sign(caller, { partnerId, facilityId, keyFob });
  return { memberId, facilityId, keyFob };
}

/** Accepts the invitation and signs, as the pages do. Returns the member's ID. */
async function sign(
  { expect }: Caller,
  { partnerId, facilityId, keyFob }: { partnerId: string; facilityId: string; keyFob: string },
): Promise<string> {
  const { memberKeyOfEmail } = await import('../../functions/members/store.ts');
  const { invitationToken } = await import('../../functions/members/invitation-token.ts');
  const memberId = (await memberKeyOfEmail(partnerId, email)) ?? '';
  // the email contains it; the endpoint for emails of this cloud is not AWS's
  const link = await invitationToken(memberId, 1);
  const chosen = { password, confirmPassword: password };
  await expect(200, 'accepted', `POST /invitations/${link}/accept`, { body: chosen });
  const { body: session } = await expect(200, 'the member signs in', 'POST /user/login', {
    body: { userName: email, password },
  });
  const token = z.object({ tokens: z.object({ accessToken: z.string() }) }).parse(session).tokens.accessToken;
  const of = `memberIdGuid=${memberId}&facilityId=${facilityId}`;
  const path = '/members/memberlegalcontract';
  const contract = `GET ${path}?memberIdGuid=${memberId}` as const;
  const { body: shown } = await expect(200, 'the contract', contract, { token });
  const { versionToSign } = z.object({ versionToSign: z.int() }).parse(shown);
  const { body: text } = await expect(200, 'the agreement', `GET ${path}/text?${of}`, { token });
  const { body: read } = await expect(200, 'with its code', `GET ${path}/toread?${of}`, { token });
  const { hash } = z.object({ hash: z.string() }).parse(text);
  const { code } = z.object({ code: z.string() }).parse(read);
  for (const event of [{ event: 'opened' }, { event: 'agreed', code }, { event: 'read' }])
    await expect(200, event.event, `POST ${path}/consent`, {
      token,
      body: { memberIdGuid: memberId, facilityId, hash, ...event },
    });
  await expect(200, 'signed', 'POST /members/membersaffacilitywithinprogram/enroll', {
    token,
    body: {
      facilityMemberID: keyFob,
      isMemberAgreed: true,
      firstName: 'Ann',
      lastName: 'Pier',
      contactNumber: '(218) 555-0142',
      email,
      documentAgreementVersion: versionToSign,
      facilityId,
      MemberIds: [memberId],
      withdrawalFromBankAccount: bankAccount,
      depositToBankAccount: bankAccount,
    },
  });
  return memberId;
}

/** The first dues of an enrolled member exist at once. */
async function firstDues({ expect }: Caller, token: string): Promise<void> {
  const query = `programPaymentTypeID=2&paymentTypeID=6&partnerID=0&periodID=${periodOf(dateInChicago(now()))}`;
  await expect(200, 'its first dues', `GET /v1/memberpayments?${query}`, { token }, (text) =>
    text.includes('"memberPaymentsCount":1'),
  );
}

/** Puts a check-in file into the club's folder and waits for the schedule that imports it. */
async function scheduledDelivery({ memberId, facilityId }: Membership): Promise<boolean> {
  const s3 = new S3Client({ forcePathStyle: true });
  const Bucket = process.env.FILES_BUCKET;
  const [year, month, day] = dateInChicago(now()).split('-');
  const Key = `check-ins/${facilityId}/today.csv`;
  const Body = `Member ID,Club,Check-In Date\n${memberId},${newFacility.facilityNumber},${month}/${day}/${year}`;
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/csv' }));
  const began = milliseconds();
  for (let turn = 0; turn < 120; turn++) {
    const receipt = await s3
      .send(new GetObjectCommand({ Bucket, Key: `check-ins-read/${facilityId}/today.csv.receipt.json` }))
      .then(
        ({ Body: found }) => found?.transformToString(),
        () => undefined,
      );
    if (receipt !== undefined) {
      const isRight = /"counted": ?1\b/.test(receipt);
      console.log(
        `${isRight ? 'good' : 'BAD '}  a schedule took the check-in file after ${((milliseconds() - began) / 1000).toFixed(0)} s`,
      );
      if (!isRight) console.log(`      ${receipt}`);
      return isRight;
    }
    await wait(2000);
  }
  console.log('BAD   no schedule took the check-in file within four minutes');
  return false;
}

/** Exports and erases the former member with the operator commands. */
async function exportAndErase({ memberId }: Membership): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-export-'));
  try {
    await exportPerson(email, folder, now());
    const files = readdirSync(folder, { recursive: true }).map(String);
    const { loadMember } = await import('../../functions/members/store.ts');
    const preview = await erasePersonNow(email, now(), { dryRun: true });
    const before = await loadMember(memberId);
    await erasePersonNow(email, now());
    const after = await loadMember(memberId);
    const isRight =
      files.some((name) => name.endsWith('.pdf')) &&
      preview.includes('Nothing was changed') &&
      before.lastName === 'Pier' &&
      after.lastName === 'member' &&
      after.userId === null;
    console.log(
      `${isRight ? 'good' : 'BAD '}  ${files.length} files exported, then the former member was erased`,
    );
    if (!isRight) console.log(`      ${files.join(', ')} ${preview} ${JSON.stringify(after)}`);
    return isRight;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

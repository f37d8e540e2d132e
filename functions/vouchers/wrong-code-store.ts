import { timeInChicago } from '../../shared/calendar.ts';
import { errorName, Refusal } from '../../shared/refusal.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/get-item.ts';
import { updateNow } from '../table/update-item.ts';
import { readCode, readVoucherAddress, type Voucher } from '../../shared/vouchers/voucher.ts';
import { unknownCode, type Redeemer } from '../../shared/vouchers/redemption.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { auditWrite } from '../table/audit.ts';
import { writeAlone } from '../table/transact.ts';
import { loadProgram } from './program-store.ts';
import { voucherOfCode, voucherOfToken } from './store.ts';
import { voucherTokenHash } from './voucher-token.ts';

/** Maximum wrong codes of a user and a club per period, followed by a lockout of the same length. */
const maxWrongCodesPerUser = 10;
const maxWrongCodesPerFacility = 50;
const wrongCodeSeconds = 15 * 60;

/** Returns the lockout message with the minute after `untilSecond`. */
function tooManyWrongCodes(untilSecond: number): string {
  const { hour, minute } = timeInChicago(new Date((untilSecond + 59) * 1000));
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `Too many wrong codes. Nothing was redeemed. Try again at ${time} (Chicago time).`;
}

/** A subject of the attempt limit and its maximum. */
interface Counted {
  owner: string;
  max: number;
}

const countedFor = (userId: string, facilityId: string): Counted[] => [
  { owner: `user ${userId}`, max: maxWrongCodesPerUser },
  { owner: `facility ${facilityId}`, max: maxWrongCodesPerFacility },
];

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000);

const isConditionFailure = (error: unknown): boolean =>
  errorName(error) === 'ConditionalCheckFailedException';

/** Returns the attempts after an update; undefined if its condition failed. */
async function attemptsAfter(
  owner: string,
  text: string,
  condition: string,
  values: Record<string, number>,
): Promise<number | undefined> {
  try {
    const { attempts } = await updateNow(keys.wrongCodes(owner), { text, condition, values });
    return Number(attempts);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Counts an attempt before the code is compared, so that parallel guesses count; throws above the limit. */
async function countAttemptOf({ owner, max }: Counted, now: Date): Promise<void> {
  const second = secondOf(now);
  for (let attempt = 0; attempt < 20; attempt++) {
    const isCounted = await attemptsAfter(
      owner,
      'ADD attempts :one',
      'expiresAt > :now and attempts < :max',
      {
        ':one': 1,
        ':now': second,
        ':max': max,
      },
    );
    if (isCounted !== undefined) return;
    const isStarted = await attemptsAfter(
      owner,
      'SET attempts = :one, expiresAt = :until',
      'attribute_not_exists(expiresAt) or expiresAt <= :now',
      { ':one': 1, ':now': second, ':until': second + wrongCodeSeconds },
    );
    if (isStarted !== undefined) return;
    const item = await getItem(keys.wrongCodes(owner));
    const until = Number(item?.expiresAt ?? 0);
    if (until > second && Number(item?.attempts) >= max)
      throw new Refusal('too-many', tooManyWrongCodes(until));
  }
  throw new Refusal('too-many', tooManyWrongCodes(second + 60));
}

const removeAttemptOf = ({ owner }: Counted) =>
  attemptsAfter(owner, 'ADD attempts :less', 'attempts > :none', { ':less': -1, ':none': 0 });

/** Counts an attempt of a user at a club; throws 'too-many' while either is locked. */
async function countAttempt(userId: string, facilityId: string, now: Date): Promise<void> {
  const [person, facility] = countedFor(userId, facilityId);
  if (!person || !facility) return;
  await countAttemptOf(person, now);
  try {
    await countAttemptOf(facility, now);
  } catch (error) {
    await removeAttemptOf(person);
    throw error;
  }
}

/** Removes an attempt with a correct code. */
async function removeAttempt(userId: string, facilityId: string): Promise<void> {
  await Promise.all(countedFor(userId, facilityId).map(removeAttemptOf));
}

/** Starts the lockout after the last permitted attempt failed. */
async function startLockout(userId: string, facilityId: string, now: Date): Promise<void> {
  const second = secondOf(now);
  await Promise.all(
    countedFor(userId, facilityId).map(({ owner, max }) =>
      attemptsAfter(owner, 'SET expiresAt = :until', 'attempts >= :max', {
        ':max': max,
        ':until': second + wrongCodeSeconds,
      }),
    ),
  );
}

/** Minimum duration of responses to codes, correct or not. */
export const codeResponseMs = 300;

export interface PublishedVoucher {
  voucher: Voucher;
  program: VoucherProgram;
}

/**
 * Returns the voucher of an entered code or QR code address. Unknown, replaced, and unpublished codes are refused with
 * the same message, counted for the user and the club, and audited without the code.
 */
export async function voucherByCode(input: string, facility: Redeemer, now: Date): Promise<PublishedVoucher> {
  const { userId, facilityId } = facility;
  await countAttempt(userId, facilityId, now);
  const published = await findPublished(input);
  if (published) {
    await removeAttempt(userId, facilityId);
    return published;
  }
  await startLockout(userId, facilityId, now);
  await writeAlone(
    auditWrite({ name: 'voucher code refused', subject: `facility ${facilityId}`, who: userId }, now),
  );
  throw unknownCode();
}

async function findPublished(input: string): Promise<PublishedVoucher | undefined> {
  const [code, token] = [readCode(input), readVoucherAddress(input)];
  const voucher = code ? await voucherOfCode(code) : token && (await voucherOfToken(voucherTokenHash(token)));
  if (!voucher || voucher.status === 'draft') return undefined;
  const program = await loadProgram(voucher.programId);
  return program.batchId === voucher.batchId && program.publishedOn !== null
    ? { voucher, program }
    : undefined;
}

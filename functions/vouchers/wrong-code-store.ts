import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { errorName } from '../../shared/error-name.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  tooManyWrongCodes,
  wrongCodeSeconds,
  wrongCodesOfClub,
  wrongCodesOfPerson,
} from '../../shared/vouchers/redemption/wrong-codes.ts';
import { client, tableName } from '../table/client.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/table.ts';

/** A subject of the attempt limit and its maximum. */
interface Counted {
  owner: string;
  most: number;
}

const countedFor = (userId: string, facilityId: string): Counted[] => [
  { owner: `user ${userId}`, most: wrongCodesOfPerson },
  { owner: `facility ${facilityId}`, most: wrongCodesOfClub },
];

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000);

const isConditionFailure = (problem: unknown): boolean =>
  errorName(problem) === 'ConditionalCheckFailedException';

async function update(owner: string, expression: string, condition: string, values: Record<string, number>) {
  try {
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.wrongCodes(owner),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Number(Attributes?.attempts);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Counts an attempt before the code is compared, so that parallel guesses count; throws above the limit. */
async function countOne({ owner, most }: Counted, now: Date): Promise<void> {
  const second = secondOf(now);
  for (let turn = 0; turn < 20; turn++) {
    const goesOn = await update(owner, 'ADD attempts :one', 'expiresAt > :now and attempts < :most', {
      ':one': 1,
      ':now': second,
      ':most': most,
    });
    if (goesOn !== undefined) return;
    const begins = await update(
      owner,
      'SET attempts = :one, expiresAt = :until',
      'attribute_not_exists(expiresAt) or expiresAt <= :now',
      { ':one': 1, ':now': second, ':until': second + wrongCodeSeconds },
    );
    if (begins !== undefined) return;
    const found = await getItem(keys.wrongCodes(owner));
    const until = Number(found?.expiresAt ?? 0);
    if (until > second && Number(found?.attempts) >= most)
      throw new Refusal('too-many', tooManyWrongCodes(until));
  }
  throw new Refusal('too-many', tooManyWrongCodes(second + 60));
}

const takeOneBack = ({ owner }: Counted) =>
  update(owner, 'ADD attempts :less', 'attempts > :none', { ':less': -1, ':none': 0 });

/** Counts an attempt of a user at a club; throws 'too-many' while either is locked. */
export async function countAttempt(userId: string, facilityId: string, now: Date): Promise<void> {
  const [person, club] = countedFor(userId, facilityId);
  if (!person || !club) return;
  await countOne(person, now);
  try {
    await countOne(club, now);
  } catch (error) {
    await takeOneBack(person);
    throw error;
  }
}

/** Removes an attempt with a correct code. */
export async function takeAttemptBack(userId: string, facilityId: string): Promise<void> {
  await Promise.all(countedFor(userId, facilityId).map(takeOneBack));
}

/** Starts the lockout after the last permitted attempt failed. */
export async function restWhereUsedUp(userId: string, facilityId: string, now: Date): Promise<void> {
  const second = secondOf(now);
  await Promise.all(
    countedFor(userId, facilityId).map(({ owner, most }) =>
      update(owner, 'SET expiresAt = :until', 'attempts >= :most', {
        ':most': most,
        ':until': second + wrongCodeSeconds,
      }),
    ),
  );
}

import { Refusal } from '../../shared/refusal.ts';
import { countLetter, letterCount, tooManyLetters } from '../../shared/site/letter-limit.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const countEntity = entity({
  name: 'letter count',
  schema: letterCount,
  key: ({ source }) => keys.letterCount(source),
});

/** The setting of the deployment: letters that one source may send in an hour. */
const lettersPerHour = (): number => Number(process.env.LETTERS_PER_HOUR ?? 20);

/** Counts a letter of a source before it is sent; refuses one too many. Letters sent at once are counted one by one. */
export async function mustHaveLetterLeft(source: string, now: Date): Promise<void> {
  const lost = new Refusal('conflict', 'Several messages came from your network at once. Send it again.');
  for (let turn = 0; ; turn++) {
    const before = await get(countEntity, keys.letterCount(source));
    const after = countLetter(before, { source, most: lettersPerHour() }, now);
    if (!after) throw new Refusal('too-many', tooManyLetters);
    try {
      return await transact(...change(countEntity, before ?? null, after, { lost }));
    } catch (error) {
      if (error !== lost || turn === 20) throw error;
    }
  }
}

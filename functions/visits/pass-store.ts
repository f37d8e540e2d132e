import { accessPass, type AccessPass } from '../../shared/visits/access-pass.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';

const kind = 'access-pass';

const passEntity = entity({
  name: 'access pass',
  schema: accessPass,
  key: ({ memberId }) => keys.accessPass(memberId),
  unique: ({ number }) => [{ kind, value: number }],
});

export const loadPass = (memberId: string): Promise<AccessPass | undefined> =>
  get(passEntity, keys.accessPass(memberId));

export async function findPass(number: string): Promise<AccessPass | undefined> {
  const [name] = await getItems([keys.unique(kind, number)]);
  const memberId = /^MEMBER#(.+)\|ACCESS-PASS$/.exec(String(name?.owner))?.[1];
  return memberId === undefined ? undefined : loadPass(memberId);
}

export const passRemoved = (pass: AccessPass): Change[] =>
  change(passEntity, pass, null, {
    lost: new Refusal('conflict', 'This pass was used or renewed at the same moment. Try again.'),
  });

/** Returns the writes of a pass; of two facilities that accept one code concurrently, the second is refused. */
export const passChange = (
  before: AccessPass | undefined,
  after: AccessPass,
  whatToDo = 'Scan the next code.',
): Change[] =>
  change(passEntity, before ?? null, after, {
    lost: new Refusal('conflict', `This pass was used or renewed at the same moment. ${whatToDo}`),
    duplicates: { [kind]: new Refusal('conflict', 'The pass could not be made. Try again.') },
  });

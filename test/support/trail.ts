import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';

export async function trailOf(subject: string): Promise<Record<string, unknown>[]> {
  const events = [];
  for await (const { name, who, before, after } of eachItem(keys.audit(subject, '', '').pk))
    events.push({
      name,
      who,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    });
  return events;
}

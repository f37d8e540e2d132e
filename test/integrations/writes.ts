import { client } from '../../functions/table/client.ts';

interface Sent {
  input: {
    Item?: { pk: string };
    Key?: { pk: string };
    UpdateExpression?: string;
    TransactItems?: Record<string, { Item?: { pk: string }; Key?: { pk: string } }>[];
  };
  constructor: { name: string };
}

const partitionsOf = ({ input, constructor: { name } }: Sent): string[] => {
  if (input.TransactItems)
    return input.TransactItems.flatMap((item) =>
      Object.values(item).map(({ Item, Key }) => (Item ?? Key)?.pk ?? ''),
    );
  return /^(Put|Update|Delete)Command$/.test(name) ? [(input.Item ?? input.Key)?.pk ?? ''] : [];
};

/** Returns the partitions of all items that are written while the work runs, also of other requests of this file. */
export async function writesOf(work: () => Promise<void>): Promise<string[]> {
  const written: string[] = [];
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const recorded = (command: Sent) => {
    written.push(...partitionsOf(command));
    return send(command);
  };
  Object.assign(client, { send: recorded });
  try {
    await work();
  } finally {
    Object.assign(client, { send });
  }
  return written;
}

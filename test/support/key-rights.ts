import { AsyncLocalStorage } from 'node:async_hooks';
import { client } from '../../functions/table/client.ts';
import { isRefused } from '../../infra/key-rights.ts';

type Command = Record<string, unknown>;
interface Keyed {
  Key?: { pk: string };
  Item?: { pk: string };
  TableName?: string;
}

const handlers = new AsyncLocalStorage<string>();

/** Runs a handler as its role lets it: what the role refuses by key (infra/key-rights.ts) fails the test in a sentence. */
export const asRoleOf = <Result>(handler: string, work: () => Result): Result => handlers.run(handler, work);

/** Which actions a command takes on which partitions. */
function touched(name: string, input: Command): [action: string, pk: string][] {
  const one = (action: string, { Key, Item }: Keyed): [string, string][] => [
    [action, (Key ?? Item)?.pk ?? ''],
  ];
  if (name === 'TransactWriteItemsCommand')
    return (input.TransactItems as Record<string, Keyed>[]).flatMap((item) =>
      Object.entries(item).flatMap(([action, part]) =>
        one(action === 'ConditionCheck' ? 'ConditionCheckItem' : `${action}Item`, part),
      ),
    );
  if (name === 'BatchGetItemCommand')
    return Object.values(input.RequestItems as Record<string, { Keys: { pk: string }[] }>).flatMap(
      ({ Keys }) => Keys.map(({ pk }): [string, string] => ['BatchGetItem', pk]),
    );
  if (name === 'QueryCommand') {
    const { ':pk': pk, ':list': list } = input.ExpressionAttributeValues as Record<string, unknown>;
    return [['Query', String(pk ?? list)]];
  }
  return one(name.replace('Command', ''), input);
}

client.middlewareStack.add(
  (next, context) => async (request) => {
    const handler = handlers.getStore();
    if (handler)
      for (const [action, pk] of touched(context.commandName ?? '', request.input as Command))
        if (isRefused(handler, action, pk))
          throw new Error(
            `functions/${handler}.ts may not ${action} ${pk.split('#')[0]}: its role refuses it (infra/key-rights.ts)`,
          );
    return next(request);
  },
  { step: 'initialize', name: 'keyRights', override: true },
);

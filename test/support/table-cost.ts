import { client } from '../../functions/table/client.ts';

/** Requests, and capacity units as reported by the engine. */
export interface Cost {
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
}

interface Consumed {
  CapacityUnits?: number;
}

const isRead = /Get|Query/;

export async function costOf(operation: () => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { roundTrips: 0, readUnits: 0, writeUnits: 0 };
  const stack = client.middlewareStack as unknown as {
    add: (middleware: unknown, options: object) => void;
    remove: (name: string) => boolean;
  };
  const middleware =
    (
      next: (request: { input: object }) => Promise<{ output: { ConsumedCapacity?: Consumed | Consumed[] } }>,
      context: { commandName?: string },
    ) =>
    async (request: { input: object }) => {
      const response = await next({
        ...request,
        input: { ...request.input, ReturnConsumedCapacity: 'TOTAL' },
      });
      const units = [response.output.ConsumedCapacity ?? []]
        .flat()
        .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      cost.roundTrips += 1;
      if (isRead.test(context.commandName ?? '')) cost.readUnits += units;
      else cost.writeUnits += units;
      return response;
    };
  stack.add(middleware, { step: 'initialize', name: 'cost', priority: 'high', override: true });
  try {
    await operation();
  } finally {
    stack.remove('cost');
  }
  return cost;
}

/**
 * Counts an operation's requests, the round trips that wait for an earlier one, and the keys that its queries return.
 */
export async function requestsOf<Result>(operation: () => Promise<Result>): Promise<{
  result: Result;
  requests: number;
  roundTrips: number;
  keysRead: number;
}> {
  let [requests, roundTrips, keysRead, inFlight] = [0, 0, 0, 0];
  const stack = client.middlewareStack as unknown as {
    add: (middleware: unknown, options: object) => void;
    remove: (name: string) => boolean;
  };
  const middleware =
    (next: (request: unknown) => Promise<{ output: { Items?: unknown[] } }>) => async (request: unknown) => {
      requests += 1;
      if (inFlight === 0) roundTrips += 1;
      inFlight += 1;
      try {
        const response = await next(request);
        keysRead += response.output.Items?.length ?? 0;
        return response;
      } finally {
        inFlight -= 1;
      }
    };
  stack.add(middleware, { step: 'initialize', name: 'requests', priority: 'high', override: true });
  try {
    return { result: await operation(), requests, roundTrips, keysRead };
  } finally {
    stack.remove('requests');
  }
}

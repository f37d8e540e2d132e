import * as fc from 'fast-check';
import { deliveryHistories, prepareDeliveries } from '../integrations/random-deliveries.ts';
import '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { print, type Line } from './measure.ts';

/** Runs seeds of webhook deliveries with crashing workers and failing receivers, until all are done or the time is up. */
export async function benchWebhooks(count: number, minutes: number): Promise<Line[]> {
  await makeWorld();
  const deliveries = await prepareDeliveries();
  const deadline = performance.now() + minutes * 60_000;
  let [seed, failures] = [1, 0];
  for (; seed <= count && performance.now() < deadline; seed++) {
    const [history] = fc.sample(deliveryHistories, { seed, numRuns: 1 });
    if (!history) continue;
    await deliveries.run(history).catch((error: unknown) => {
      failures += 1;
      console.log(`webhooks, seed ${seed}: ${String(error)}`);
    });
  }
  deliveries.stop();
  const line: Line = {
    what: 'webhooks: seeds; failures',
    value: `${seed - 1}; ${failures}`,
    bound: `${count}; 0`,
    holds: seed > count && failures === 0,
  };
  print('webhooks', [line]);
  return [line];
}

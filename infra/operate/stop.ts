import { functionNameOf, handlerOf, endpointsByArea, queueHandlers } from '../build/handlers.ts';
import { liveAlias } from '../stacks/live-alias.ts';
import { scheduledHandlers } from '../build/schedules.ts';
import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from './aws-tools.mjs';
import { now } from '../local/tools/time-and-chance.ts';
import { recordResume, recordStop } from './settings-table.ts';
import { eachOf } from './live-versions.ts';
import { nextCommand } from './deployment.ts';

/**
 * Handlers that change data: writing endpoints of all roles, schedules, and workers. The handler of email events goes on,
 * because returned emails are reported once.
 */
export const writingHandlers: readonly string[] = [
  ...endpointsByArea.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ endpoint }) => (endpoint.method === 'GET' ? [] : [handlerOf(endpoint)])),
  ),
  ...scheduledHandlers,
  ...Object.values(queueHandlers),
];

/**
 * Stops every function that changes data, without a deployment: the workers take no messages, which wait in their
 * queues, and calls of the other functions are rejected (503) until `resume`. Lambda moves events of schedules to the
 * failed schedules at once while a function has a reserved concurrency of 0. Can be repeated.
 */
export async function stop(stage: string): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  await setWorkers(lambda, stage, false);
  await eachOf(writingHandlers, (handler) =>
    lambda.send(
      new PutFunctionConcurrencyCommand({
        FunctionName: functionNameOf(stage, handler),
        ReservedConcurrentExecutions: 0,
      }),
    ),
  );
  await recordStop(now());
  return `${writingHandlers.length} functions of ${stage} were stopped. Pages still show data; changes are rejected. Deployments do not end the stop. To end it: ${nextCommand('resume')}`;
}

/** Ends a stop. Can be repeated. */
export async function resume(stage: string): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  await eachOf(writingHandlers, (handler) =>
    lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName: functionNameOf(stage, handler) })),
  );
  await setWorkers(lambda, stage, true);
  await recordResume();
  return `${writingHandlers.length} functions of ${stage} work again. Start the schedules that were missed: ${nextCommand('jobs --redrive')}`;
}

/** Starts or stops taking messages from the queues. A step that is running ends. */
async function setWorkers(lambda: LambdaClient, stage: string, Enabled: boolean): Promise<void> {
  for (const handler of Object.values(queueHandlers)) {
    const FunctionName = `${functionNameOf(stage, handler)}:${liveAlias}`;
    const { EventSourceMappings = [] } = await lambda.send(
      new ListEventSourceMappingsCommand({ FunctionName }),
    );
    for (const { UUID } of EventSourceMappings)
      await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  }
}

import type { Message } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { functionNameOf } from '../build/handlers.ts';
import { scheduledHandlers, schedules, timeZone, type ScheduledHandler } from '../build/schedules.ts';
import { schedulesDue } from '../local/schedules.ts';
import { UserError } from '../local/tools/user-error.ts';
import { liveAlias } from '../stacks/live-alias.ts';
import { InvokeCommand, LambdaClient } from './aws-tools.mjs';
import { nextCommand } from './deployment.ts';
import { isStopped } from './settings-table.ts';

/** A month and a day: monthly schedules were due in this time. */
const longestMs = 32 * 86_400_000;

/** Returns when a schedule was due last; a schedule by minutes is due now. */
export function lastDue(handler: ScheduledHandler, now: Date): Date {
  const due = schedulesDue(new Date(now.getTime() - longestMs), now);
  return due.findLast((run) => run.handler === handler)?.time ?? now;
}

/**
 * Runs a schedule's handler for its last due time, or another one, and waits for its end. Always invokes the alias `live`,
 * because the newest code is not the live one after a rollback.
 */
export async function runSchedule(
  { stage, name, at, dryRun }: { stage: string; name: string; at: string | undefined; dryRun: boolean },
  now: Date,
): Promise<string> {
  const handler = scheduledHandlers.find((candidate) => candidate === name);
  if (!handler)
    throw new UserError(
      `${name ? `There is no schedule ${name}` : 'Name a schedule'}. The schedules are:\n  ${scheduledHandlers.join('\n  ')}`,
    );
  const due = at === undefined ? lastDue(handler, now) : new Date(at);
  if (Number.isNaN(due.getTime()) || due > now)
    throw new UserError(`"${at}" is not a past time. Write it as 2026-11-09T06:15:00Z.`);
  const text = `${handler} (${schedules[handler].when}, ${timeZone}) for ${due.toISOString()}`;
  if (dryRun) return `Would run ${text} by the alias ${liveAlias}. Nothing was started.`;
  if (await isStopped()) throw new UserError(`${stage} is stopped. First: ${nextCommand('resume')}`);
  await invoke(new LambdaClient({ maxAttempts: 1 }), stage, handler, { time: due.toISOString() });
  return `Ran ${text}. Jobs that it started: ${nextCommand('jobs')}`;
}

async function invoke(client: LambdaClient, stage: string, handler: string, event: object): Promise<void> {
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({
      FunctionName: functionNameOf(stage, handler),
      Qualifier: liveAlias,
      Payload: JSON.stringify(event),
    }),
  );
  if (FunctionError)
    throw new UserError(
      `${handler} failed: ${Buffer.from(Payload ?? [])
        .toString()
        .slice(0, 300)}\nIts log: ${nextCommand(`logs 'filter level = "error"'`)}`,
    );
}

/** An event that Lambda gave up: its function and its payload. */
const abandonedRun = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.record(z.string(), z.unknown()),
});

/** Returns the handler and the event of a failed schedule; undefined for other messages, such as returned emails. */
function failedSchedule(
  stage: string,
  { Body = '', MessageAttributes = {} }: Message,
): { handler: ScheduledHandler; event: object } | undefined {
  const body = parsed(Body);
  const lambda = abandonedRun.safeParse(body);
  // EventBridge Scheduler names the target in an attribute, and the body is the event
  const arn = lambda.data?.requestContext.functionArn ?? MessageAttributes.TARGET_ARN?.StringValue ?? '';
  const handler = scheduledHandlers.find((name) => arn.split(':')[6] === functionNameOf(stage, name));
  const event = lambda.data?.requestPayload ?? body;
  return handler && typeof event === 'object' && event !== null ? { handler, event } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lists failed jobs, jobs that wait, and failed messages. Changes nothing. */
export async function listJobs(): Promise<string> {
  const { failedMessages } = await import('../../functions/jobs/failed-messages-store.ts');
  const { pageOfJobs } = await import('../../functions/jobs/store.ts');
  const query = { sortBy: 'updatedAt', sortOrder: 'desc', pageSize: 50 } as const;
  const lines: string[] = [];
  for (const status of ['failed', 'running'] as const) {
    const { items, totalCount } = await pageOfJobs(status, query);
    lines.push(`${totalCount ?? items.length} ${status}`);
    for (const { id, kind, done, total, updatedAt, message } of items)
      lines.push(`  ${updatedAt}  ${id}  ${kind}, ${done} of ${total}: ${message}`);
  }
  const [jobs, schedulesFailed] = [
    await failedMessages(),
    await failedMessages(process.env.FAILED_SCHEDULES_URL ?? ''),
  ];
  lines.push(`${jobs} failed messages of jobs, ${schedulesFailed} of schedules`);
  if (jobs + schedulesFailed > 0) lines.push(`After the cause is removed: ${nextCommand('jobs --redrive')}`);
  return lines.join('\n');
}

/** Sends failed messages of jobs to their workers, and runs failed schedules again. */
export async function redrive(stage: string, now: Date, { dryRun }: { dryRun: boolean }): Promise<string> {
  if (dryRun) return `${await listJobs()}\nNothing was started.`;
  if (await isStopped()) throw new UserError(`${stage} is stopped. First: ${nextCommand('resume')}`);
  const { redriveJobs, redrivenText, takeFailedMessages } =
    await import('../../functions/jobs/failed-messages-store.ts');
  const lines = [redrivenText(await redriveJobs())];
  const client = new LambdaClient({ maxAttempts: 1 });
  await takeFailedMessages(process.env.FAILED_SCHEDULES_URL, async (message) => {
    const failed = failedSchedule(stage, message);
    if (!failed) {
      lines.push(`A message remains that is of no schedule: ${message.MessageId}`);
      return false;
    }
    const event = 'time' in failed.event ? failed.event : { time: now.toISOString() };
    const error = await invoke(client, stage, failed.handler, event).then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    lines.push(error ? error.message : `Ran ${failed.handler}.`);
    return error === undefined;
  });
  return lines.join('\n');
}

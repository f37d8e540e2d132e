import { wait } from '../local/tools/time-and-chance.ts';
import { logGroupOf } from '../stacks/log-links.ts';
import { UserError } from '../local/tools/user-error.ts';
import { CloudWatchLogsClient, GetQueryResultsCommand, StartQueryCommand } from './aws-tools.mjs';

const pauseMs = 1000;
const attempts = 60;
const fields = 'fields @timestamp, @log, message, endpoint, status, milliseconds, error, detail';

/** Returns the query over every log of a stage; its own fields replace those shown by default. */
export const queryOf = (stage: string, query: string): string =>
  [
    `SOURCE logGroups(namePrefix: ['${logGroupOf(stage, '')}'], class: 'STANDARD')`,
    ...(/\b(fields|display|stats)\b/.test(query) ? [] : [fields]),
    query,
    ...(/\b(sort|stats)\b/.test(query) ? [] : ['sort @timestamp']),
    'limit 100',
  ].join(' | ');

/**
 * Runs a query of CloudWatch Logs Insights over the logs of all functions and the gateway, which are more than the console
 * queries at once, and returns its lines.
 *
 * @param hours hours before `now`
 */
export async function queryLogs(stage: string, query: string, hours: number, now: Date): Promise<string> {
  if (query.trim() === '' || !(hours > 0))
    throw new UserError(
      `Enter a query and a positive number of hours: logs 'filter level = "error"' --hours 3`,
    );
  const client = new CloudWatchLogsClient({});
  const endTime = Math.floor(now.getTime() / 1000);
  const { queryId } = await client.send(
    new StartQueryCommand({
      queryString: queryOf(stage, query),
      startTime: endTime - Math.round(hours * 3600),
      endTime,
    }),
  );
  if (queryId === undefined) throw new Error('CloudWatch started no query');
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return linesOf(results);
    if (status !== 'Running' && status !== 'Scheduled') throw new UserError(`The query ended as ${status}.`);
    await wait(pauseMs);
  }
  throw new UserError('The query took more than a minute. Choose fewer hours.');
}

const linesOf = (results: readonly (readonly { field?: string; value?: string }[])[]): string =>
  results
    .map((row) =>
      row
        .filter(({ field }) => field !== '@ptr')
        .map(({ field, value }) => (field === '@timestamp' ? value : `${field}=${value}`))
        .join('  '),
    )
    .join('\n') || 'No line matches.';

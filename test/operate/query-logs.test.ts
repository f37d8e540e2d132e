import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { queryLogs, queryOf } from '../../infra/operate/query-logs.ts';

const logs = mockClient(CloudWatchLogsClient);
const now = new Date('2026-11-20T12:00:00Z');
let restore: () => void;
beforeEach(() => {
  logs.reset();
  logs.on(StartQueryCommand).resolves({ queryId: '1' });
  restore = playTimeAndChance({ wait: async () => {} });
});
afterEach(() => restore());
afterAll(() => logs.restore());

it('queries every log of the stage by the beginning of its name', async () => {
  logs
    .on(GetQueryResultsCommand)
    .resolvesOnce({ status: 'Running' })
    .resolves({
      status: 'Complete',
      results: [
        [
          { field: '@timestamp', value: '12:00' },
          { field: 'status', value: '500' },
          { field: '@ptr', value: 'x' },
        ],
      ],
    });
  expect(await queryLogs('production', 'filter status = 500', 2, now)).toBe('12:00  status=500');
  expect(logs.commandCalls(StartQueryCommand)[0]?.args[0].input).toEqual({
    queryString:
      "SOURCE logGroups(namePrefix: ['/wellport/production/'], class: 'STANDARD') | fields @timestamp, @log, message, endpoint, status, milliseconds, error, detail | filter status = 500 | sort @timestamp | limit 100",
    startTime: now.getTime() / 1000 - 7200,
    endTime: now.getTime() / 1000,
  });
});

it('keeps the fields and the order of a query that has its own', () =>
  expect(queryOf('dev', 'stats count(*) by endpoint')).toBe(
    "SOURCE logGroups(namePrefix: ['/wellport/dev/'], class: 'STANDARD') | stats count(*) by endpoint | limit 100",
  ));

it('refuses an empty query and invalid hours, and reports a failed query', async () => {
  await expect(queryLogs('dev', ' ', 3, now)).rejects.toThrow('Enter a query');
  await expect(queryLogs('dev', 'limit 1', Number.NaN, now)).rejects.toThrow('Enter a query');
  logs.on(GetQueryResultsCommand).resolves({ status: 'Failed' });
  await expect(queryLogs('dev', 'limit 1', 3, now)).rejects.toThrow('The query ended as Failed.');
});

it('runs the queries of the runbook as they are written', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const queries = [...runbook.matchAll(/^npm run operate -- logs '([^']+)'/gm)].map(
    ([, query = '']) => query,
  );
  expect(queries.length).toBeGreaterThan(1);
  for (const query of queries) expect(query).toMatch(/^(filter|stats|fields) /);
});

import { listen } from '../support/listen.ts';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { brokenPromises, contractLines, writeContract } from '../../infra/build/contract-lines.ts';
import { compareContract } from '../../infra/operate/published-contract.ts';
import {
  type ReleaseEvent,
  goodReleases,
  lastGoodRelease,
  rollbackPlan,
} from '../../infra/operate/settings-table.ts';
import { removableVersions } from '../../infra/operate/prune.ts';
import { area, endpoint, type EndpointRow } from '../../shared/endpoint.ts';

describe('a published contract', () => {
  const served: { folder: string; site: Server } = { folder: '', site: createServer() };
  let url = '';
  beforeAll(async () => {
    served.folder = mkdtempSync(join(tmpdir(), 'contract-'));
    served.site = createServer((request, response) => {
      const file = join(served.folder, request.url ?? '');
      if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    url = await listen(served.site);
  });
  afterAll(() => {
    served.site.close();
    rmSync(served.folder, { recursive: true });
  });
  const address = () => url;

  it('is not compared before a release published one', async () => {
    expect(await compareContract(address())).toContain('nothing to compare');
  });

  it('is compatible with the same release', async () => {
    writeContract(served.folder);
    expect(await compareContract(address())).toMatch(/work with this release \(\d{4,} lines/);
  });

  it('reports an endpoint that this release removed', async () => {
    appendFileSync(join(served.folder, 'contract.txt'), 'GET /removed for member\n');
    await expect(compareContract(address())).rejects.toThrow('gone: GET /removed for member');
  });
});

describe('contract comparison', () => {
  const row = {
    method: 'POST',
    path: '/clubs',
    roles: ['systemAdmin', 'member'],
    summary: 'A call of this test.',
    body: z.object({ name: z.string(), note: z.string().optional(), kind: z.enum(['gym', 'pool']) }),
    response: z.object({ id: z.string(), state: z.enum(['open', 'closed']) }),
  } satisfies EndpointRow;
  const linesOf = (changed: Partial<EndpointRow>) =>
    contractLines(Object.values(area('made', { one: endpoint({ ...row, ...changed }) })));
  const broken = (changed: Partial<EndpointRow>) => brokenPromises(linesOf({}), linesOf(changed));
  const body = row.body.shape;

  it.each<[string, Partial<EndpointRow>, string[]]>([
    ['nothing', {}, []],
    ['a new field that may be left out', { body: row.body.extend({ city: z.string().optional() }) }, []],
    ['a demand that became a choice', { body: row.body.extend({ name: body.name.optional() }) }, []],
    ['a value more that is taken', { body: row.body.extend({ kind: z.enum(['gym', 'pool', 'spa']) }) }, []],
    ['a new field of the response', { response: row.response.extend({ at: z.string() }) }, []],
    ['a role more', { roles: ['systemAdmin', 'member', 'partnerManager'] }, []],
    [
      'a new field that is demanded',
      { body: row.body.extend({ city: z.string() }) },
      ['now required: POST /clubs > body.city: string'],
    ],
    [
      'a choice that became a demand',
      { body: row.body.extend({ note: z.string() }) },
      ['now required: POST /clubs > body.note?: string'],
    ],
    [
      'a field that is gone',
      { body: row.body.omit({ note: true }) },
      ['gone: POST /clubs > body.note?: string'],
    ],
    [
      'a value that is no longer taken',
      { body: row.body.extend({ kind: z.enum(['gym']) }) },
      ['gone: POST /clubs > body.kind = "pool"'],
    ],
    [
      'a text that became a choice of values',
      { body: row.body.extend({ name: z.enum(['A']) }) },
      ['no longer any text: POST /clubs > body.name = "A"'],
    ],
    [
      'a field of the response that is gone',
      { response: row.response.omit({ id: true }) },
      ['gone: POST /clubs < 200 application/json .id: string'],
    ],
    [
      'a field of the response that may be missing',
      { response: row.response.extend({ id: z.string().optional() }) },
      ['now optional: POST /clubs < 200 application/json .id: string'],
    ],
    [
      'a value that the pages do not know',
      { response: row.response.extend({ state: z.enum(['open', 'closed', 'held']) }) },
      ['unknown value: POST /clubs < 200 application/json .state = "held"'],
    ],
    ['a role that is gone', { roles: ['systemAdmin'] }, ['gone: POST /clubs for member']],
  ])('%s', (_, changed, expected) => expect(broken(changed)).toEqual(expected));

  it('reports every line of a removed endpoint', () => {
    expect(brokenPromises(linesOf({}), linesOf({ path: '/places' }))).toHaveLength(linesOf({}).length - 2);
  });
});

describe('the last good release', () => {
  const events = (...lines: string[]) =>
    lines.map((line, index): ReleaseEvent => {
      const [release = '', ...event] = line.split(' ');
      return { at: `2026-11-${10 + index}`, release, event: event.join(' ') as ReleaseEvent['event'] };
    });

  it.each([
    ['the one before', ['A deployed', 'A good', 'B deployed', 'B good'], 'A'],
    [
      'not the one that failed before',
      ['A deployed', 'A good', 'B deployed', 'A rolled back', 'C deployed'],
      'A',
    ],
    ['the one that is partly replaced', ['A deployed', 'A good', 'B deployed'], 'A'],
    ['not the current one again', ['A deployed', 'A good', 'B deployed', 'B good', 'A rolled back'], 'B'],
    ['none', ['A deployed', 'A good'], undefined],
    ['none without a check', ['A deployed', 'B deployed'], undefined],
  ])('is %s', (_, lines, expected) => expect(lastGoodRelease(events(...lines))).toBe(expected));
});

it('lists the releases that can be restored in the order of their last check', () => {
  const history = (['A', 'B', 'A', 'C', 'D'] as const).map((release, index): ReleaseEvent => ({
    at: `2026-11-${10 + index}`,
    release,
    event: 'good',
  }));
  expect(goodReleases([...history, { at: '2026-11-20', release: 'D', event: 'deployed' }])).toEqual([
    'B',
    'A',
    'C',
  ]);
});

describe('a rollback', () => {
  const live = { 'partners-list': '3', 'partners-save': '2', 'new-call': '1' };

  it('moves only functions with another version, and leaves new ones', () => {
    expect(rollbackPlan(live, { 'partners-list': '2', 'partners-save': '2', 'removed-call': '1' })).toEqual({
      moves: [{ name: 'partners-list', version: '2' }],
      staying: ['new-call'],
    });
  });

  it('keeps live and kept versions, and the newest, which a deployment may be publishing', () => {
    const kept = new Set(['2', '5']);
    expect(removableVersions(['$LATEST', '1', '2', '3', '5', '10'], kept)).toEqual(['1', '3']);
    expect(removableVersions(['$LATEST'], kept)).toEqual([]);
  });
});

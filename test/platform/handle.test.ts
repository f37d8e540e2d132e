import * as z from 'zod';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handle } from '../../functions/handle.ts';
import { userChange } from '../../functions/users/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { area, endpoint } from '../../shared/endpoint.ts';
import { money } from '../../shared/money.ts';
import { Refusal } from '../../shared/refusal.ts';
import { users } from '../../shared/contracts/users.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const created = area('made', {
  pay: endpoint({
    method: 'POST',
    path: '/made/{id}',
    roles: ['guest'],
    ownership: 'open',
    summary: 'A call made up for this test.',
    params: z.object({ id: z.string() }),
    query: z.object({ tag: z.union([z.string(), z.array(z.string())]).optional() }),
    body: z.object({ amount: money({ most: 100_00 }) }),
    response: z.object({ amount: money(), tag: z.unknown() }),
  }),
});

let answer: () => Promise<{ amount: number; tag: unknown }>;
const handler = handle(created.pay, async ({ body, query }) => {
  if (answer) return answer();
  return { amount: body.amount, tag: query.tag, secret: 'never' };
});

const event = (body: unknown, rawQueryString = '') => ({
  rawQueryString,
  headers: { 'content-type': 'application/json' },
  pathParameters: { id: '1' },
  requestContext: { requestId: 'request-1', http: { sourceIp: '127.0.0.1' } },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  isBase64Encoded: false,
});

const send = async (body: unknown, query?: string) => {
  const run = handler as unknown as (
    event: unknown,
    context: unknown,
  ) => Promise<{ statusCode: number; body: string }>;
  const { statusCode, body: text } = await run(event(body, query), {});
  return { status: statusCode, body: JSON.parse(text) };
};

const world = useWorld();
let lines: string[];
beforeEach(() => {
  lines = [];
  answer = undefined as never;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(lines.push(String(text))));
  return () => vi.restoreAllMocks();
});

describe('handle()', () => {
  it('converts dollars in both directions and removes undeclared fields', async () => {
    expect(await send({ amount: '12.50' }, 'tag=a&tag=b%2Cc')).toEqual({
      status: 200,
      body: { amount: 12.5, tag: ['a', 'b,c'] },
    });
  });

  it('reports the error of each field and does not run the handler', async () => {
    answer = async () => {
      throw new Error('it ran');
    };
    const { status, body } = await send({ amount: '12.345' });
    expect([status, body.code]).toEqual([400, 'bad-request']);
    expect(body.fields).toEqual({ amount: "can't contain more than two decimal places" });
    expect((await send('{"amount":')).status).toBe(422);
  });

  it('maps a refusal to its status, message, and field', async () => {
    for (const [code, status] of [
      ['forbidden', 403],
      ['not-found', 404],
      ['conflict', 409],
      ['invalid', 422],
      ['locked', 423],
    ] as const) {
      answer = () => Promise.reject(new Refusal(code, 'No.', 'amount'));
      expect(await send({ amount: 1 })).toEqual({
        status,
        body: { code, message: 'No.', fields: { amount: 'No.' }, requestId: 'request-1' },
      });
    }
  });

  it('hides other errors behind the request ID in the response and the log', async () => {
    answer = () => Promise.reject(new Error('account 123456789 of jo@lake.test is bad'));
    const { status, body } = await send({ amount: 1 });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/account|123456789|jo@/);
    expect(body).toMatchObject({ code: 'failed', requestId: 'request-1' });
    const log = lines.join('');
    expect(log).toContain('"requestId":"request-1"');
    expect(log).not.toMatch(/123456789|jo@lake/);
  });

  it('returns 503 for a service that does not respond, and does not claim that nothing was saved', async () => {
    answer = () => Promise.reject(Object.assign(new Error('socket of 10.0.0.7'), { name: 'TimeoutError' }));
    const { status, body } = await send({ amount: 1 });
    expect([status, body.code, body.message]).toEqual([
      503,
      'unavailable',
      expect.stringContaining('Check whether your change was saved'),
    ]);
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
  });

  it('treats a response that does not match its schema as an internal error', async () => {
    answer = async () => ({ amount: 'much' as never, tag: '' });
    expect((await send({ amount: 1 })).status).toBe(500);
  });

  it('logs one line per request without its content', async () => {
    await send({ amount: 99 });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ endpoint: 'made.pay', status: 200 });
    expect(lines[0]).not.toContain('99');
  });
});

describe('the caller', () => {
  it('is rejected immediately when their record is disabled, regardless of the token', async () => {
    const manager = world.other.manager;
    expect((await call(users.me, manager)).status).toBe(200);
    await transact(...userChange(manager, { ...manager, disabled: true }));
    expect((await call(users.me, manager)).status).toBe(401);
  });

  it('is rejected when token and record have different roles', async () => {
    expect((await call(partners.list, { ...world.own.manager, role: 'systemAdmin' })).status).toBe(401);
    expect((await call(users.me, { ...world.admin, id: 'unknown' })).status).toBe(401);
  });
});

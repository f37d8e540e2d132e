import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginJob } from '../../functions/jobs/begin.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { sentMeasures, withEmailsDue } from '../../functions/platform/email-due.ts';
import { log, inTrace } from '../../functions/platform/log.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { measured, putOnce } from '../../functions/table/change.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { watchGenerationsHandler as watchGenerations } from '../../functions/jobs/handlers.ts';
import { Refusal } from '../../shared/refusal.ts';
import { ledger } from '../../shared/contracts/ledger.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

interface EmbeddedLine {
  [name: string]: unknown;
  _aws: { CloudWatchMetrics: { Namespace: string; Metrics: { Name: string }[] }[] };
}

const at = new Date('2026-11-20T12:00:00Z');
const world = useWorld();
let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(lines.push(String(text))));
  return () => vi.restoreAllMocks();
});

const counted = (): Record<string, unknown>[] =>
  lines
    .filter((line) => line.includes('"_aws"'))
    .map((line): EmbeddedLine => JSON.parse(line))
    .map((line) => {
      const { _aws: embedded } = line;
      const [directive] = embedded.CloudWatchMetrics;
      const names = directive?.Metrics.map(({ Name }) => Name) ?? [];
      return {
        Namespace: directive?.Namespace,
        ...Object.fromEntries(names.map((name) => [name, line[name]])),
      };
    });

const onLambda = () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'of-this-test');
  vi.stubEnv('STAGE', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe('metrics', () => {
  const write = (name: string) =>
    measured(putOnce({ ...keys.unique('counted', name) }, new Refusal('conflict', 'Taken.')), {
      MoneySent: 12.5,
    });

  it('are logged after the commit and not for a refused transaction', async () => {
    onLambda();
    await transact(write('one'));
    expect(counted()).toEqual([{ Namespace: 'Wellport/production', MoneySent: 12.5 }]);
    await expect(transact(write('one'))).rejects.toThrow('Taken.');
    expect(counted()).toHaveLength(1);
  });

  it('are not logged outside of Lambda', async () => {
    await transact(write('two'));
    expect(counted()).toEqual([]);
  });
});

describe('an email', () => {
  it('is counted as late five minutes after its job’s last progress', () => {
    const due = new Date('2026-11-20T12:00:00Z');
    const sentAfter = (seconds: number) => {
      const restore = playTimeAndChance({ milliseconds: () => due.getTime() + seconds * 1000 });
      try {
        return withEmailsDue(due, sentMeasures);
      } finally {
        restore();
      }
    };
    expect(sentAfter(300)).toEqual({ EmailsSent: 1, EmailsLate: 0 });
    expect(sentAfter(301)).toEqual({ EmailsSent: 1, EmailsLate: 1 });
    // a single email is sent as it becomes due
    expect(sentMeasures()).toEqual({ EmailsSent: 1, EmailsLate: 0 });
  });
});

describe('the request ID', () => {
  it('is in the response, the log, the audit event, the started job, and the job’s log lines', async () => {
    const { status, body, headers } = await call(ledger.prove, world.admin, {
      params: { periodId: '202610' },
      body: {},
    });
    expect(status).toBe(200);
    const id = String(headers['x-request-id']);
    const { jobId } = body as { jobId: string };
    expect(lines.find((line) => line.includes('"ledger.prove"'))).toContain(`"requestId":"${id}"`);
    expect((await loadJob(jobId))?.requestId).toBe(id);
    for await (const event of eachItem(keys.audit(`job ${jobId}`, '', '').pk, ''))
      expect(event).toMatchObject({ name: 'job started', requestId: id });
    await runJob(jobId);
  });

  it('is absent for scheduled work and does not leave its request', async () => {
    const job = {
      kind: 'ledger proof',
      input: { periodId: '202610' },
      total: 1,
      message: 'Proving.',
    } as const;
    await beginJob({ id: 'of-a-schedule', ...job }, { userId: 'schedule' }, at);
    expect((await loadJob('of-a-schedule'))?.requestId).toBeUndefined();
    inTrace('request-1', () => log('info', 'inside'));
    log('info', 'outside');
    expect(lines.find((line) => line.includes('inside'))).toContain('"trace":"request-1"');
    expect(lines.find((line) => line.includes('outside'))).not.toContain('trace');
    expect(auditWrite({ name: 'signed in', subject: 'user 1', who: '1' }, at).item.Put?.Item).toMatchObject({
      requestId: undefined,
    });
  });
});

describe('the generations of a night', () => {
  it.each([
    ['2026-12-09T09:00:00Z', 7],
    ['2026-12-01T09:00:00Z', 4],
    ['2026-11-25T09:00:00Z', 2],
    ['2026-12-10T09:00:00Z', 0],
  ])('that have not ended at %s are counted: %i', async (time, missing) => {
    onLambda();
    expect(await watchGenerations({ time })).toHaveLength(missing);
    expect(counted()).toEqual([{ Namespace: 'Wellport/production', GenerationsMissing: missing }]);
  });
});

describe('the attribution of requests', () => {
  it('is the user, role, and partner in the log, without names, and counts denied requests', async () => {
    onLambda();
    const { manager, partner } = world.own;
    await call(ledger.prove, manager, { params: { periodId: '202610' }, body: {} });
    const line = JSON.parse(lines.find((text) => text.includes('"ledger.prove"')) ?? '{}');
    expect(line).toMatchObject({
      user: manager.id,
      role: 'partnerManager',
      partner: partner.id,
      status: 403,
    });
    for (const name of [manager.email, manager.firstName, manager.lastName])
      expect(JSON.stringify(line)).not.toContain(`"${name}`);
    expect(counted()).toContainEqual({ Namespace: 'Wellport/production', RequestsDenied: 1 });
  });

  it('counts displayed account numbers, invited administrators, and changed payees', async () => {
    onLambda();
    const names = [
      'bank account shown in full',
      'administrator invited',
      'facility bank account changed',
    ] as const;
    for (const name of names) await transact(auditWrite({ name, subject: 'counted', who: 'x' }, at));
    const Namespace = 'Wellport/production';
    expect(counted()).toEqual([
      { Namespace, AccountsRead: 1 },
      { Namespace, AdministratorsInvited: 1 },
      { Namespace, PayeesChanged: 1 },
    ]);
  });
});

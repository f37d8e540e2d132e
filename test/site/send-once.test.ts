import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendOnce } from '../../functions/site/send-once.ts';
import { provision } from '../../infra/local/provision.ts';
import { crashAtWrite, ProcessDied } from '../support/faults.ts';

beforeAll(provision);

const at = (seconds: number) => new Date(Date.parse('2026-10-01T12:00:00Z') + seconds * 1000);
const counted = () => {
  const sent = { times: 0, send: async () => void (sent.times += 1) };
  return sent;
};

describe('sending once', () => {
  it('sends one of many concurrent submissions, and reports success to all of them', async () => {
    const [id, mail] = [randomUUID(), counted()];
    await Promise.all(Array.from({ length: 6 }, () => sendOnce(id, at(0), mail.send)));
    expect(mail.times).toBe(1);
  });

  it('deletes a failed attempt, so that the next one sends', async () => {
    const [id, mail] = [randomUUID(), counted()];
    const refused = sendOnce(id, at(0), () => Promise.reject(new Error('mailbox full')));
    await expect(refused).rejects.toThrow('mailbox full');
    await sendOnce(id, at(1), mail.send);
    expect(mail.times).toBe(1);
  });

  it('resumes an attempt that failed before sending, after one minute', async () => {
    const [id, mail] = [randomUUID(), counted()];
    const death = crashAtWrite(1, 'after');
    await expect(sendOnce(id, at(0), mail.send)).rejects.toBeInstanceOf(ProcessDied);
    death.revive();
    expect(mail.times).toBe(0);
    await expect(sendOnce(id, at(30), mail.send)).rejects.toThrow('is already being sent');
    await sendOnce(id, at(61), mail.send);
    expect(mail.times).toBe(1);
  });

  it('ignores a submission for a day after it was sent', async () => {
    const [id, mail] = [randomUUID(), counted()];
    await sendOnce(id, at(0), mail.send);
    await sendOnce(id, at(23 * 3600), mail.send);
    expect(mail.times).toBe(1);
    await sendOnce(id, at(24 * 3600 + 1), mail.send);
    expect(mail.times).toBe(2);
  });
});

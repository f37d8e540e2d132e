import { describe, expect, it } from 'vitest';
import { maxQueuedScans, ScanQueue } from '../../web/visits/ScanPassPage.tsx';

const at = '2026-11-20T18:00:00.000Z';
const counted = { message: 'Checked in.', isRefused: false };

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

function filled(...codes: string[]): { storage: ReturnType<typeof memory>; queue: ScanQueue } {
  const storage = memory();
  const queue = new ScanQueue(storage, 'manager');
  for (const code of codes) queue.add({ code, scannedAt: at });
  return { storage, queue };
}

describe('scans without a connection', () => {
  it('wait in order, also after a reload, and leave the queue after the response', async () => {
    const { storage } = filled('A', 'B', 'A');
    const queue = new ScanQueue(storage, 'manager');
    const sent: string[] = [];
    const delivered = await queue.deliver(async ({ code }) => {
      sent.push(code);
      return code === 'B' ? { message: 'Suspended.', isRefused: true } : counted;
    });
    expect(sent).toEqual(['A', 'B']);
    expect(delivered.map(({ message }) => message)).toEqual(['Checked in.', 'Suspended.']);
    expect(queue.scans).toEqual([]);
    expect(new ScanQueue(storage, 'other').scans).toEqual([]);
  });

  it('stay in the queue while the connection fails, and concurrent deliveries send each once', async () => {
    const { queue } = filled('A', 'B', 'C');
    const sent: string[] = [];
    await queue.deliver(async ({ code }) => (sent.push(code) > 1 ? undefined : counted));
    expect(queue.scans.map(({ code }) => code)).toEqual(['B', 'C']);
    const send = async ({ code }: { code: string }) => {
      sent.push(code);
      return counted;
    };
    await Promise.all([queue.deliver(send), queue.deliver(send)]);
    expect(sent).toEqual(['A', 'B', 'B', 'C']);
  });

  it('are refused beyond 500', () => {
    const { queue } = filled(...Array.from({ length: maxQueuedScans }, (_, index) => `code ${index}`));
    expect(queue.add({ code: 'one more', scannedAt: at })).toBe(false);
    expect(queue.scans).toHaveLength(maxQueuedScans);
  });
});

import { useCallback, useEffect, useMemo, useState } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import { callApi } from '../app/api.ts';
import { useSession } from '../app/session.tsx';
import { CallError } from '../platform/call-error.ts';
import { now } from '../platform/time-and-chance.ts';
import { ScanQueue, type DeliveredScan, type QueuedScan } from './scan-queue.ts';

/** Delivers one scan. Without a connection, or while the session or server fails, it remains in the queue. */
async function send({ code, scannedAt }: QueuedScan) {
  try {
    const { message = '' } = await callApi(visits.scanPass, { body: { code, scannedAt } }, { isQuiet: true });
    return { message, isRefused: false };
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0 || error.status === 401 || error.status >= 500)
      return undefined;
    return { message: Object.values(error.fields)[0] ?? error.message, isRefused: true };
  }
}

const maxOutcomes = 20;

/** The scans of this user and device that wait for a connection, and what became of delivered ones. */
export function useScanQueue() {
  const userId = useSession().me?.userId ?? '';
  const queue = useMemo(() => new ScanQueue(localStorage, userId), [userId]);
  const [count, setCount] = useState(() => queue.scans.length);
  const [delivered, setDelivered] = useState<DeliveredScan[]>([]);
  const deliver = useCallback(async () => {
    const outcomes = await queue.deliver(send);
    setCount(queue.scans.length);
    setDelivered((earlier) => [...outcomes.toReversed(), ...earlier].slice(0, maxOutcomes));
  }, [queue]);
  useEffect(() => {
    const start = () => void deliver();
    start();
    globalThis.addEventListener('online', start);
    return () => globalThis.removeEventListener('online', start);
  }, [deliver]);
  const add = (scan: QueuedScan): boolean => {
    const isAdded = queue.add(scan);
    setCount(queue.scans.length);
    return isAdded;
  };
  return { count, delivered, add, deliver, instant: () => now().toISOString() };
}

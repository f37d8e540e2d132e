import * as z from 'zod';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import { callApi } from '../app/api.ts';
import { useSession } from '../app/session.tsx';
import { CallError } from '../platform/call-error.ts';
import { now } from '../platform/time-and-chance.ts';
import { plural } from '../../shared/number-words.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { passCodeForm } from '../../shared/visits/access-pass-contract.ts';
import { readPass } from '../../shared/visits/access-pass.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { readFailure } from '../app/form-errors.ts';
import { Field } from '../ui/Field.tsx';
import { type Failure, FormAlert } from '../ui/FormAlert.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { ScanCode } from '../ui/ScanCode.tsx';

/** Scans that wait for a connection, at most. */
export const maxQueuedScans = 500;

const queuedScans = z.array(z.object({ code: z.string(), scannedAt: z.string() }));
type QueuedScan = z.output<typeof queuedScans>[number];

/** The outcome of a delivered scan; `isRefused` with the server's reason. */
interface DeliveredScan {
  scan: QueuedScan;
  message: string;
  isRefused: boolean;
}

/** Result of one delivery: undefined without a connection. */
type Deliver = (scan: QueuedScan) => Promise<Omit<DeliveredScan, 'scan'> | undefined>;

/**
 * Scans of a user that wait for a connection, in their order. A scan leaves the queue after the server's response; one
 * whose response was lost is delivered again, and the server counts it once.
 */
export class ScanQueue {
  private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  private readonly name: string;
  private delivery: Promise<DeliveredScan[]> | undefined;

  constructor(storage: ScanQueue['storage'], userId: string) {
    this.storage = storage;
    this.name = `wellport:scans:${userId}`;
  }

  get scans(): QueuedScan[] {
    const text = this.storage.getItem(this.name);
    const stored = text === null ? undefined : queuedScans.safeParse(JSON.parse(text));
    return stored?.success ? stored.data : [];
  }

  /** Adds a scan. Returns false if the queue is full. */
  add(scan: QueuedScan): boolean {
    const { scans } = this;
    if (scans.some(({ code }) => code === scan.code)) return true;
    if (scans.length >= maxQueuedScans) return false;
    this.save([...scans, scan]);
    return true;
  }

  /** Delivers the scans until one has no connection. Concurrent calls share one delivery. */
  deliver(send: Deliver): Promise<DeliveredScan[]> {
    this.delivery ??= this.deliverAll(send).finally(() => (this.delivery = undefined));
    return this.delivery;
  }

  private async deliverAll(send: Deliver): Promise<DeliveredScan[]> {
    const delivered: DeliveredScan[] = [];
    for (let [scan] = this.scans; scan; [scan] = this.scans) {
      const outcome = await send(scan);
      if (!outcome) break;
      const { code } = scan;
      this.save(this.scans.filter((other) => other.code !== code));
      delivered.push({ scan, ...outcome });
    }
    return delivered;
  }

  private save(scans: readonly QueuedScan[]): void {
    if (scans.length === 0) this.storage.removeItem(this.name);
    else this.storage.setItem(this.name, JSON.stringify(scans));
  }
}

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
function useScanQueue() {
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

interface QueuedScansProps {
  count: number;
  delivered: readonly DeliveredScan[];
  deliver: () => Promise<void>;
}

/** Scans without a connection; nothing where there are none. */
function QueuedScans({ count, delivered, deliver }: QueuedScansProps) {
  if (count === 0 && delivered.length === 0) return null;
  return (
    <Card title="Scans without a connection">
      {count > 0 && (
        <>
          <p>{plural(count, 'scan waits', 'scans wait')} on this device. Deliver them within a day.</p>
          <p>
            <Button onClick={() => void deliver()}>Deliver now</Button>
          </p>
        </>
      )}
      <ul>
        {delivered.map(({ scan, message, isRefused }) => (
          <li key={scan.code}>
            {showDate(scan.scannedAt)}: {isRefused ? `Not counted. ${message}` : message}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ScanResult = Pick<ResponseOf<typeof visits.scanPass>, 'message' | 'isCounted'>;

const waits: ScanResult = {
  message: 'No connection. The scan is stored on this device and delivered when you are online.',
  isCounted: false,
};

/** Takes codes one by one; without a connection they wait in the queue. */
function useTake(queue: ReturnType<typeof useScanQueue>) {
  const scan = useAction(visits.scanPass);
  const [result, setResult] = useState<ScanResult>();
  const [round, setRound] = useState(0);
  const take = async (code: string) => {
    setResult(undefined);
    const scannedAt = queue.instant();
    try {
      setResult(await scan.run({ body: { code } }, { isQuiet: true }));
    } catch (error) {
      const isOffline = error instanceof CallError && error.status === 0;
      if (!isOffline || readPass(code) === undefined || !queue.add({ code, scannedAt })) throw error;
      setResult(waits);
    }
    setRound((count) => count + 1);
  };
  return { take, result, round };
}

export default function ScanPassPage() {
  const queue = useScanQueue();
  const { take: send, result, round } = useTake(queue);
  const [failure, setFailure] = useState<Failure>();
  const take = async (code: string) => {
    setFailure(undefined);
    await send(code);
  };
  const scanned = (code: string) =>
    void take(code).catch((error: unknown) => {
      const { fields, failure: whole } = readFailure(error);
      setFailure(whole ?? { message: Object.values(fields)[0] ?? '' });
    });
  return (
    <>
      <PageHeading
        title="Access passes"
        lead="Scan the pass on a member’s phone, or type its code. Each code is taken once."
      />
      <Card title="Take a pass">
        <Form
          key={round}
          schema={passCodeForm}
          initial={{ code: '' }}
          submitLabel="Check in"
          busyLabel="Checking in…"
          guard={false}
          safe="No visit was counted."
          onSubmit={({ code }) => take(code)}
          actions={
            <ScanCode
              title="Scan an access pass"
              hint="Hold the QR code on the member’s phone in front of the camera."
              isCode={(text) => readPass(text) !== undefined}
              onCode={scanned}
            />
          }
        >
          <Field
            name="code"
            width="medium"
            autoComplete="off"
            placeholder="ABCD-EFGH-JKMN-PQRS"
            hint="Sixteen letters and digits under the QR code. A scanner at this field works too."
          />
        </Form>
        <FormAlert failure={failure} safe="No visit was counted." />
        {result && (
          <output className={`alert alert-${result.isCounted ? 'success' : 'warning'}`}>
            {result.message}
          </output>
        )}
      </Card>
      <QueuedScans {...queue} />
    </>
  );
}

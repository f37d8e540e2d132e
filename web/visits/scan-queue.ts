import * as z from 'zod';

/** Scans that wait for a connection, at most. */
export const maxQueuedScans = 500;

const queuedScans = z.array(z.object({ code: z.string(), scannedAt: z.string() }));
export type QueuedScan = z.output<typeof queuedScans>[number];

/** The outcome of a delivered scan; `isRefused` with the server's reason. */
export interface DeliveredScan {
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

import { plural } from '../../shared/plural.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/DateText.tsx';
import type { DeliveredScan } from './scan-queue.ts';

interface QueuedScansProps {
  count: number;
  delivered: readonly DeliveredScan[];
  deliver: () => Promise<void>;
}

/** Scans without a connection; nothing where there are none. */
export function QueuedScans({ count, delivered, deliver }: QueuedScansProps) {
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

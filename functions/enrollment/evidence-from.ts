import type { Evidence } from '../../shared/enrollment/electronic-consent.ts';

/** Returns time and source of a request for the evidence of a signature. */
export const evidenceFrom = ({
  now,
  address,
  header,
}: {
  now: Date;
  address: string;
  header: (name: string) => string | undefined;
}): Evidence => ({
  at: now.toISOString(),
  address,
  browser: (header('user-agent') ?? 'unknown').slice(0, 200),
});

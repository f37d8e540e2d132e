import type { Evidence } from '../../shared/enrollment/electronic-consent.ts';

/** When and from where a request came, for the record of a signature. */
export const foundFrom = ({
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

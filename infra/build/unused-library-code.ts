// Replaces library modules that bundles contain but no handler uses (infra/build/bundle.ts, `alias`).

/** Replaces fontkit's Brotli decoder, 486 kB per bundle; WOFF2 fonts are not used. */
export default function decompress(): never {
  throw new Error('WOFF2 fonts are not supported.');
}

/** Replaces the cache of endpoint discovery, which regional DynamoDB endpoints do not need. */
export class EndpointCache {
  get(): void {}
}

/** Replaces event streams, 14 kB per bundle; no call of the portal returns one. The S3 client configures them at start. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export function eventStreamSerdeProvider(): void {}

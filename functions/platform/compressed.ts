import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compressible types; pictures, workbooks, and PDFs are compressed already. */
const compressible = /^(text\/|application\/(json|manifest))/;
/** Minimum size at which compression pays off, as in CloudFront. */
const leastBytes = 1000;
/** Brotli's highest quality takes a hundred times as long for 10 % less. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const codings = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, quality),
  gzip: (bytes: Buffer) => gzipSync(bytes),
};

/**
 * Returns the response compressed by `accept-encoding`: Brotli, gzip, or unchanged. The CDN compresses cached responses
 * only, and an HTTP API none. Authentication uses no cookies, so another site cannot measure secret responses (BREACH).
 */
export function compressed(
  response: APIGatewayProxyStructuredResultV2,
  acceptEncoding = '',
): APIGatewayProxyStructuredResultV2 {
  const { headers = {}, body = '', isBase64Encoded } = response;
  if (!compressible.test(String(headers['content-type'])) || body.length < leastBytes) return response;
  const varied = { ...headers, vary: 'accept-encoding' };
  const coding = (['br', 'gzip'] as const).find((candidate) => accepts(acceptEncoding, candidate));
  if (!coding) return { ...response, headers: varied };
  const bytes = codings[coding](Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
  return {
    ...response,
    headers: { ...varied, 'content-encoding': coding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/** Handles `br;q=0`, which excludes an encoding. */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((text) => {
    const [name, weight] = text.split(';').map((part) => part.trim());
    return name === coding && !/^q=0(\.0+)?$/.test(weight ?? '');
  });

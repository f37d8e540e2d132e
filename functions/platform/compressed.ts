import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What shrinks; pictures, workbooks and PDFs are compressed as they are made. */
const compressible = /^(text\/|application\/(json|manifest))/;
/** Below this a coding costs more than it saves; CloudFront takes the same bound. */
const leastBytes = 1000;
/** Brotli's highest quality takes a hundred times as long for a tenth of the size. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const codings = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, quality),
  gzip: (bytes: Buffer) => gzipSync(bytes),
};

/**
 * The response as the caller's `accept-encoding` wants it: Brotli, gzip, or as it is. The CDN compresses only what it
 * keeps, and an HTTP API nothing. No cookie signs a caller in, so another site cannot make a browser ask for something
 * secret and measure its length.
 */
export function compressed(
  response: APIGatewayProxyStructuredResultV2,
  acceptEncoding = '',
): APIGatewayProxyStructuredResultV2 {
  const { headers = {}, body = '', isBase64Encoded } = response;
  if (!compressible.test(String(headers['content-type'])) || body.length < leastBytes) return response;
  const varied = { ...headers, vary: 'accept-encoding' };
  const coding = (['br', 'gzip'] as const).find((one) => accepts(acceptEncoding, one));
  if (!coding) return { ...response, headers: varied };
  const bytes = codings[coding](Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
  return {
    ...response,
    headers: { ...varied, 'content-encoding': coding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/** `br;q=0` refuses a coding by name. */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim());
    return name === coding && !/^q=0(\.0+)?$/.test(weight ?? '');
  });

import { client } from '../../functions/table/client.ts';

interface Stack {
  add: (middleware: unknown, options: { step: string; name: string; override: boolean }) => void;
  remove: (name: string) => boolean;
}
interface Call {
  request: { headers: Record<string, string> };
}

// the local engine requires a signature without verifying it
const signature =
  'AWS4-HMAC-SHA256 Credential=tests/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';

/** Omits signing, a quarter of the CPU time of a table request. */
export function signNothing(): void {
  const stack = client.middlewareStack as unknown as Stack;
  if (!stack.remove('httpSigningMiddleware')) return;
  stack.add(
    (next: (call: Call) => Promise<unknown>) => (call: Call) => {
      Object.assign(call.request.headers, { authorization: signature, 'x-amz-date': '20260101T000000Z' });
      return next(call);
    },
    { step: 'finalizeRequest', name: 'signNothing', override: true },
  );
}

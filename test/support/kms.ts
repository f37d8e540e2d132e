import { listen } from './listen.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

interface KmsInput {
  EncryptionContext: { payee: string };
  CiphertextBlob?: string;
}

export interface KmsStandIn {
  address: string;
  asked: string[];
  close: () => Promise<void>;
}

/** Simulates KMS with a latency in milliseconds: a data key is wrapped together with its encryption context. */
export async function startKms(answerAfterMs = 10): Promise<KmsStandIn> {
  const master = randomBytes(32);
  const asked: string[] = [];
  const wrap = (plain: Buffer, context: string) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  };
  const unwrap = (blob: Buffer, context: string) => {
    const decipher = createDecipheriv('aes-256-gcm', master, blob.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(blob.subarray(12, 28));
    return Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
  };
  const answer = (action: string, { EncryptionContext, CiphertextBlob = '' }: KmsInput) => {
    const context = JSON.stringify(EncryptionContext);
    if (action === 'Decrypt') return unwrap(Buffer.from(CiphertextBlob, 'base64'), context);
    const plain = randomBytes(32);
    return { plain, wrapped: wrap(plain, context) };
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const input: KmsInput = JSON.parse(Buffer.concat(parts).toString());
    asked.push(`${action} ${input.EncryptionContext.payee}`);
    setTimeout(() => {
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      try {
        const created = answer(action, input);
        const plain = Buffer.isBuffer(created) ? created : created.plain;
        response.end(
          JSON.stringify({
            Plaintext: plain.toString('base64'),
            KeyId: 'key',
            ...(!Buffer.isBuffer(created) && { CiphertextBlob: created.wrapped.toString('base64') }),
          }),
        );
      } catch {
        response.statusCode = 400;
        response.end(JSON.stringify({ __type: 'InvalidCiphertextException' }));
      }
    }, answerAfterMs);
  });
  return {
    address: await listen(server),
    asked,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

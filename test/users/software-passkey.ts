import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { NewCredential, PasskeySignature } from '../../shared/users/passkeys.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

interface Signing {
  origin?: string;
  isVerified?: boolean;
}

/** An authenticator in software: an ES256 key of one site, without attestation. */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  private readonly site: URL;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private counter = 0;

  constructor(site: string) {
    this.site = new URL(site);
    ({ privateKey: this.privateKey, publicKey: this.publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    }));
  }

  private clientData(type: string, challenge: string, { origin = this.site.origin }: Signing): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(added: number, { isVerified = true }: Signing, ...rest: Buffer[]): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter++);
    const set = flags.present | (isVerified ? flags.verified : 0) | added;
    return Buffer.concat([sha256(this.site.hostname), Buffer.from([set]), counter, ...rest]);
  }

  /** The key in COSE format (RFC 9053): kty EC2, alg ES256, crv P-256, x, y. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const part = (name: number, value: string) =>
      Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
    return Buffer.concat([Buffer.from('a5010203262001', 'hex'), part(0x21, x), part(0x22, y)]);
  }

  private credential() {
    return { id: text(this.id), rawId: text(this.id), type: 'public-key' as const };
  }

  create(challenge: string, signing: Signing = {}): NewCredential {
    const length = Buffer.from([0, this.id.length]);
    const data = this.authenticatorData(
      flags.hasCredential,
      signing,
      Buffer.alloc(16),
      length,
      this.id,
      this.coseKey(),
    );
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    const clientData = this.clientData('webauthn.create', challenge, signing);
    return {
      ...this.credential(),
      response: { clientDataJSON: text(clientData), attestationObject: text(attestation) },
    };
  }

  sign(challenge: string, signing: Signing = {}): PasskeySignature {
    const data = this.authenticatorData(0, signing);
    const clientData = this.clientData('webauthn.get', challenge, signing);
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.privateKey);
    const response = {
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(signature),
    };
    return { ...this.credential(), response };
  }
}

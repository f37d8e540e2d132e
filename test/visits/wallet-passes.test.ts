import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import forge from 'node-forge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { visits } from '../../shared/contracts/visits.ts';
import type { Member } from '../../shared/members/member.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { setFlags } from '../support/flags.ts';
import { playSecrets } from '../support/keys.ts';
import { someMember, useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

useWorld();
beforeAll(() => setFlags({ gmrAddProgram: true, gmAccessPassFeature: true }));
afterAll(() => setFlags({ gmrAddProgram: false, gmAccessPassFeature: false }));
beforeEach(() => setClock('2026-11-20T18:00:00Z'));
resetClockAfterEach();

const holder = async (id: string, member: Partial<Member> = {}): Promise<User> => {
  const active = { invitationStatus: 4, enrolledOn: '2026-10-12', activatedOn: '2026-10-12' } as const;
  const facility = { facilityId: '4100', facilityName: 'Harbor Gym 4100', keyFobNumber: 'AB9001' };
  await transact(...memberChange(null, someMember(id, '1', { ...active, ...facility, ...member })));
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
};

/** Creates a self-signed certificate and its key as PEM texts. */
function certificateOf(name: string): { certificate: string; key: string } {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date('2026-01-01T00:00:00Z');
  certificate.validity.notAfter = new Date('2027-12-31T00:00:00Z');
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer([{ name: 'commonName', value: name }]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  return {
    certificate: forge.pki.certificateToPem(certificate),
    key: forge.pki.privateKeyToPem(keys.privateKey),
  };
}

const signer = certificateOf('Pass Type ID: pass.test.wellport');
const google = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
const appleWallet = base64({
  passTypeIdentifier: 'pass.test.wellport',
  teamIdentifier: 'TEAM123456',
  ...signer,
  wwdr: certificateOf('Apple Worldwide Developer Relations').certificate,
});
const googleWallet = base64({
  issuerId: '3388000000022',
  classSuffix: 'member',
  clientEmail: 'wallet@project.iam.gserviceaccount.com',
  privateKey: google.privateKey,
});
const queryOf = (memberGuid: string) => ({ query: { memberGuid } });

interface Captured {
  rawCapture: { signature: string; authenticatedAttributes: forge.asn1.Asn1[] };
  certificates: forge.pki.Certificate[];
}

/** Throws unless a detached PKCS #7 signature of the signer is valid for a content. */
function checkSignature(signature: Uint8Array, content: Uint8Array): void {
  const der = forge.util.createBuffer(Buffer.from(signature).toString('binary'));
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der)) as unknown as Captured;
  const { signature: signed, authenticatedAttributes } = message.rawCapture;
  const { Class, Type } = forge.asn1;
  const set = forge.asn1.create(Class.UNIVERSAL, Type.SET, true, authenticatedAttributes);
  const attributes = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary');
  const key = new X509Certificate(signer.certificate).publicKey;
  const isOf = (hash: string) => verify(hash, attributes, key, Buffer.from(signed, 'binary'));
  expect(isOf('sha256') || isOf('sha1')).toBe(true);
  const digests = ['sha256', 'sha1'].map((hash) => createHash(hash).update(content).digest());
  expect(digests.some((digest) => attributes.includes(digest))).toBe(true);
  expect(message.certificates).toHaveLength(2);
}

describe('wallet passes', () => {
  it('are offered only with certificates, and only to active members with a key fob', async () => {
    const user = await holder('W1');
    const suspended = await holder('W2', { invitationStatus: 5, keyFobNumber: 'AB9002' });
    const without = await holder('W3', { keyFobNumber: null });
    const offered = async (as: User, id: string) => (await call(visits.offeredWallets, as, queryOf(id))).body;
    expect(await offered(user, 'W1')).toEqual({ apple: false, google: false });
    expect((await call(visits.appleWalletPass, user, queryOf('W1'))).status).toBe(409);
    const change = await playSecrets();
    await change({ appleWallet });
    expect(await offered(user, 'W1')).toEqual({ apple: true, google: false });
    expect((await call(visits.googleWalletPass, user, queryOf('W1'))).status).toBe(409);
    await change({ googleWallet });
    expect(await offered(user, 'W1')).toEqual({ apple: true, google: true });
    for (const [as, id] of [
      [suspended, 'W2'],
      [without, 'W3'],
    ] as const) {
      expect(await offered(as, id)).toEqual({ apple: false, google: false });
      expect((await call(visits.appleWalletPass, as, queryOf(id))).status).toBe(409);
      expect((await call(visits.googleWalletPass, as, queryOf(id))).status).toBe(409);
    }
    expect((await call(visits.appleWalletPass, suspended, queryOf('W1'))).status).toBe(403);
  });

  it('of Apple contain the barcode, hashes of all files, and a valid signature', async () => {
    const user = await holder('W4', { keyFobNumber: 'AB9004', leavingOn: '2027-01-01' });
    const change = await playSecrets();
    await change({ appleWallet });
    const { status, bytes } = await call(visits.appleWalletPass, user, queryOf('W4'));
    expect(status).toBe(200);
    const files = unzipSync(new Uint8Array(bytes));
    const { 'manifest.json': manifest, signature, ...others } = files;
    const sha1 = Object.entries(others).map(([name, content]) => [
      name,
      createHash('sha1').update(content).digest('hex'),
    ]);
    expect(JSON.parse(strFromU8(manifest ?? new Uint8Array()))).toEqual(Object.fromEntries(sha1));
    checkSignature(signature ?? new Uint8Array(), manifest ?? new Uint8Array());
    expect(JSON.parse(strFromU8(others['pass.json'] ?? new Uint8Array()))).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.test.wellport',
      teamIdentifier: 'TEAM123456',
      serialNumber: 'W4',
      expirationDate: expect.stringContaining('2026-12-31'),
      barcodes: [{ message: 'AB9004', format: 'PKBarcodeFormatCode128', messageEncoding: 'iso-8859-1' }],
      generic: { primaryFields: [{ value: 'Ann Lund W4' }], secondaryFields: [{ value: 'Harbor Gym 4100' }] },
    });
    expect(Object.keys(others)).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png']));
  });

  it('of Google are a JWT that the service account signed', async () => {
    const user = await holder('W5', { keyFobNumber: 'AB9005' });
    const change = await playSecrets();
    await change({ googleWallet });
    const { body } = await call(visits.googleWalletPass, user, queryOf('W5'));
    const [, jwt = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(body.address) ?? [];
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const key = createPublicKey(google.publicKey);
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(decoded(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(decoded(claims)).toMatchObject({
      iss: 'wallet@project.iam.gserviceaccount.com',
      aud: 'google',
      typ: 'savetowallet',
      iat: Date.parse('2026-11-20T18:00:00Z') / 1000,
      payload: {
        genericClasses: [{ id: '3388000000022.member' }],
        genericObjects: [
          { id: '3388000000022.W5', state: 'ACTIVE', barcode: { type: 'CODE_128', value: 'AB9005' } },
        ],
      },
    });
  });
});

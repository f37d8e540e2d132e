import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { agreementTextHash } from '../../functions/enrollment/agreement-pdf.ts';
import { readSeal, sealed } from '../../functions/enrollment/agreement-seal.ts';
import { facilityChange, loadFacility } from '../../functions/facilities/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import type { User } from '../../functions/users/user.ts';
import { transact } from '../../functions/table/transact.ts';
import { agreementWords } from '../../shared/enrollment/agreement-text.ts';
import { electronicConsent } from '../../shared/enrollment/electronic-consent.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { files } from '../../shared/contracts/files.ts';
import { shown } from '../platform/pdf-text.ts';
import { call } from '../support/call.ts';
import { freshFolder } from '../support/portal.ts';
import { useWorld, someFacility } from '../support/world.ts';
import { codeIn, giveConsent } from './consent.ts';
import { invitedMember, signedForm } from './sign.ts';
import { defined } from '../support/defined.ts';

const facilityId = '4500';
const rules = 'Bring a towel.\n<script>window.ran = 1</script> & no chalk.';

const world = useWorld();
beforeAll(async () => {
  await transact(...facilityChange(null, { ...someFacility(facilityId), rules }));
});

const body = (id: string, keyFob: string) => ({ ...signedForm(keyFob), facilityId, MemberIds: [id] });
const textOf = async (user: User, memberIdGuid: string) =>
  (await call(enrollment.agreementText, user, { query: { memberIdGuid, facilityId } })).body;
const record = (user: User, memberIdGuid: string, overrides: object) =>
  call(enrollment.recordConsent, user, { body: { memberIdGuid, facilityId, ...overrides } });
const paperOf = async (user: User, id: string): Promise<Buffer> => {
  const { partitionKey, rowKey } = defined((await loadMember(id)).agreement);
  return (await call(files.get, user, { params: { partitionKey, rowKey } })).bytes;
};

describe('no member signs', () => {
  it('who has not opened the words, typed their code, and read the words to their end', async () => {
    const { member, user, keyFob } = await invitedMember('M301', '1');
    const sign = async () =>
      (await call(enrollment.enroll, user, { body: body(member.id, keyFob) })).body.message;
    const { hash } = await textOf(user, member.id);
    expect(await sign()).toContain('Agree to sign electronically first');
    expect((await record(user, member.id, { hash, event: 'opened' })).body).toMatchObject({ agreed: false });
    const wrong = await record(user, member.id, { hash, event: 'agreed', code: '000 00' });
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { code: 'This is not the code in the agreement. Copy the six digits at the top of it.' },
    ]);
    expect(await sign()).toContain('Agree to sign electronically first');
    const query = { memberIdGuid: member.id, facilityId };
    const { bytes } = await call(enrollment.agreementPreview, user, { query });
    const { body: viewed } = await call(enrollment.agreementToRead, user, { query });
    expect(viewed.code).toBe(codeIn(bytes));
    expect(viewed.html).toBe((await textOf(user, member.id)).html);
    expect((await record(user, member.id, { hash, event: 'agreed', code: codeIn(bytes) })).status).toBe(200);
    expect(await sign()).toBe('Read the agreement to its end before you sign it.');
    await record(user, member.id, { hash, event: 'read' });
    expect(await sign()).toBe('You are enrolled. Welcome to your club.');
  });

  it('a text that changed after it was read, which must be read again', async () => {
    const { member, user, keyFob } = await invitedMember('M302', '1');
    await giveConsent(user, member.id, facilityId);
    const facility = await loadFacility(facilityId);
    const form = {
      name: facility.name,
      facilityLocationType: '0',
      address1: facility.address1,
      city: facility.city,
      state: facility.state,
      zipCode: facility.zipCode,
      latitude: '46.78',
      longitude: '-92.1',
      isPpv: false,
      enrollmentStatus: '1',
      version: facility.version,
    };
    const save = (overrides: object) =>
      call(facilities.save, world.admin, { params: { facilityId }, body: { ...form, ...overrides } });
    expect((await save({ rules: `${rules}\nNo phones.` })).body.message).toContain('was saved');
    const refused = await call(enrollment.enroll, user, { body: body(member.id, keyFob) });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The agreement changed after you opened it. Nothing was signed. Reload the page and read it again.',
    ]);
    expect((await loadMember(member.id)).agreement).toBeNull();
    expect(await textOf(user, member.id)).toMatchObject({ opened: false, read: false, agreed: false });
    const old = agreementTextHash(defined(agreementWords(4, 1, { name: facility.name, rules })));
    expect((await record(user, member.id, { hash: old, event: 'read' })).status).toBe(409);
    await save({ rules, version: facility.version + 1 });
  });

  it("with another member's consent or words", async () => {
    const { member } = await invitedMember('M303', '1');
    const other = world.other.memberUser;
    expect((await record(other, member.id, { hash: 'x', event: 'opened' })).status).toBe(403);
  });
});

describe('what is signed', () => {
  it("is what the screen shows, the club's rules included, and runs nothing of them", async () => {
    const { member, user, keyFob } = await invitedMember('M311', '1');
    const { html, hash } = await textOf(user, member.id);
    const lines = html
      .split(/<\/?(?:h3|p)>/)
      .filter(Boolean)
      .map((line: string) =>
        line
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&'),
      );
    const words = ['Facility enrollment agreement', 'Version 7', ...lines].join('\n');
    expect(createHash('sha256').update(words).digest('hex')).toBe(hash);
    expect(html).not.toContain('<script');
    expect(lines).toContain('<script>window.ran = 1</script> & no chalk.');

    await giveConsent(user, member.id, facilityId);
    await call(enrollment.enroll, user, { body: body(member.id, keyFob) });
    const paper = shown(await paperOf(user, member.id)).replaceAll(/\s+/g, ' ');
    for (const line of lines) expect(paper).toContain(line);
    const { body: contract } = await call(enrollment.legalContract, user, {
      query: { memberIdGuid: member.id },
    });
    expect(contract.signed.clubRules).toEqual({
      heading: 'Rules of Harbor Gym 4500',
      paragraphs: ['Bring a towel.', '<script>window.ran = 1</script> & no chalk.'],
    });
  });

  it('ends with a page of what happened, when and from where, beside the hash and the consent', async () => {
    const { member, user, keyFob } = await invitedMember('M312', '1');
    await giveConsent(user, member.id, facilityId);
    await call(enrollment.enroll, user, {
      body: body(member.id, keyFob),
      headers: { 'user-agent': 'Phone/1' },
    });
    const pages = shown(await paperOf(user, member.id)).split(/\nPage \d+ of \d+/);
    const last = defined(pages.at(-2)).replaceAll(/\s+/g, ' ');
    const event =
      / ([A-Z][a-z ,A-Z]+) [A-Z][a-z]+ \d+, \d{4} at [\d:]+ [AP]M C.T \(20[^)]*Z\), from 127(?:\.\d+){3}, /g;
    expect([...last.matchAll(event)].map(([, label]) => label)).toEqual([
      'Opened',
      'Agreed, with the code',
      'Read to the end',
      'Signed',
    ]);
    expect(last).toContain('Phone/1');
    for (const paragraph of electronicConsent.paragraphs) expect(last).toContain(paragraph);
    const [, hash] = defined(/SHA-256 of what was signed: ([0-9a-f]{64})/.exec(last));
    expect(pages.at(-3)).toContain(hash);
  });
});

describe('a file is verified offline', () => {
  it('of 1,000 agreements with one byte changed each, every one is found', () => {
    const agreement = fc.uint8Array({ minLength: 1, maxLength: 3000 });
    const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(agreement, change, (pdf, { at, to }) => {
        const file = Buffer.from(sealed(pdf));
        expect(readSeal(file).seal).toBe('intact');
        const place = at % file.length;
        file[place] = (file[place] ?? 0) ^ to;
        expect(readSeal(file).seal).not.toBe('intact');
      }),
      { numRuns: 1000 },
    );
  });

  it('by one command, which prints the contract number of the portal', async () => {
    const { member, user, keyFob } = await invitedMember('M321', '1');
    await giveConsent(user, member.id, facilityId);
    await call(enrollment.enroll, user, { body: body(member.id, keyFob) });
    const paper = await paperOf(user, member.id);
    const folder = freshFolder();
    const verify = (bytes: Uint8Array): string => {
      const file = join(folder, 'agreement.pdf');
      writeFileSync(file, bytes);
      try {
        const options = { encoding: 'utf8', stdio: 'pipe', env: { PATH: process.env.PATH } } as const;
        return execFileSync(
          process.execPath,
          ['infra/operate/operate.ts', 'verify-agreement', file],
          options,
        );
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    };
    const number = defined((await loadMember(member.id)).agreement)
      .rowKey.slice(0, 10)
      .toUpperCase();
    expect(verify(paper)).toContain(`no byte of this file was changed.\nContract number ${number}.`);
    expect(verify(paper.subarray(0, -1))).toContain('at least one byte of this file was changed');
    rmSync(folder, { recursive: true });
  });
});

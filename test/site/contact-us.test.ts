import { randomUUID } from 'node:crypto';
import { setFlags } from '../support/flags.ts';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testKeys } from '../../functions/site/captcha.ts';
import { provision } from '../../infra/local/provision.ts';
import { site } from '../../shared/contracts/site.ts';
import { siteEmailWindow, tooManySiteEmails } from '../../shared/site/site-email-limit.ts';
import { call } from '../support/call.ts';
import { filledContact } from './filled-forms.ts';
import { mailsTo } from '../users/person.ts';
import { mailsFrom } from './mailbox.ts';

beforeAll(provision);

const someone = () => `${randomUUID()}@people.example`;
const send = (changed: object, headers?: Record<string, string>) =>
  call(site.contactUs, undefined, { body: { ...filledContact, ...changed }, headers });

const turnCaptcha = async (useCaptcha: boolean) => setFlags({ useCaptcha });

describe('a contact request', () => {
  it('goes to the responsible desk with the sender as reply address', async () => {
    const [employer, member] = [someone(), someone()];
    const { status, body } = await send({ emailAddress: employer, userDescriptionId: 1 });
    expect([status, body.success]).toEqual([200, true]);
    await send({ emailAddress: member, userDescriptionId: '4' });
    const [toSales] = await mailsFrom(employer);
    expect(toSales?.destination.to).toEqual(['sales@wellport.test']);
    expect(toSales?.subject).toBe('Contact request from Ann Lund');
    expect(toSales?.body.text).toContain('Message: We are 40 people in Duluth.');
    expect(toSales?.body.text).toContain('Which best describes you?: I am an employer');
    expect((await mailsFrom(member))[0]?.destination.to).toEqual(['support@wellport.test']);
    // anyone can enter the address of another person
    expect([await mailsTo(employer), await mailsTo(member)]).toEqual([[], []]);
  });

  it('shows HTML and script in the message as text', async () => {
    const emailAddress = someone();
    const Message = '<script>alert(1)</script> <img src=x onerror=alert(2)> & "so on"';
    await send({ emailAddress, Message, companyName: '<b>Lund</b>' });
    const [mail] = await mailsFrom(emailAddress);
    expect(mail?.body.text).toContain(Message);
    expect(mail?.body.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.body.html).not.toMatch(/<script|<img|<b>/);
  });

  it('is rejected above the hourly limit of its source, and counts once when repeated', async () => {
    process.env.SITE_EMAILS_PER_HOUR = '3';
    process.env.CDN_SECRET = 'of this test';
    onTestFinished(() => {
      delete process.env.SITE_EMAILS_PER_HOUR;
      delete process.env.CDN_SECRET;
    });
    const from = (address: string) => ({ 'x-viewer-address': address, 'x-cdn-secret': 'of this test' });
    const emailAddress = someone();
    const same = { emailAddress, Message: 'The same message.', submissionId: randomUUID() };
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await send(same, from('203.0.113.9'))).status).toBe(200);
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send({ emailAddress, Message: `Letter ${index}.` }, from('203.0.113.9')),
      ),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = many.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      refused.map(() => [429, tooManySiteEmails]),
    );
    expect(await mailsFrom(emailAddress)).toHaveLength(3);
    expect((await send({ emailAddress }, from('203.0.113.10'))).status).toBe(200);
    process.env.CLOCK_SHIFT_MS = String(siteEmailWindow);
    onTestFinished(() => void delete process.env.CLOCK_SHIFT_MS);
    expect((await send({ emailAddress, Message: 'Later.' }, from('203.0.113.9'))).status).toBe(200);
  });

  it('rejects a second header in its subject', async () => {
    const { status, body } = await send({ fullName: 'Ann\r\nBcc: all@people.example' });
    expect([status, body.fields.fullName]).toEqual([400, 'Full Name is not valid.']);
  });

  it.each([
    ['fullName', '', 'Full Name is required.'],
    ['fullName', 'x'.repeat(101), 'Full Name must be at most 100 symbols.'],
    ['companyName', 'x'.repeat(301), 'Company Name must be at most 300 symbols.'],
    ['emailAddress', '', 'Email is required.'],
    ['emailAddress', 'ann@lund', 'Email is not valid.'],
    ['emailAddress', `${'a'.repeat(310)}@lund.example`, 'Email must be at most 320 symbols.'],
    ['contactNumber', '', 'Contact Number is required.'],
    ['contactNumber', '+1 (612) 555-0100', 'Contact Number must be at most 14 symbols.'],
    ['userDescriptionId', '', 'Which best describes you? is required.'],
    ['userDescriptionId', 99, 'Which best describes you? is not valid.'],
    ['Message', ' ', 'Message is required.'],
    ['Message', 'x'.repeat(301), 'Message must be at most 300 symbols.'],
  ])('rejects %s %j with the name of the field', async (name, value, message) => {
    const { status, body } = await send({ [name]: value });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ [name]: message });
  });

  it.each(['0000000000', '123-456-7890', '612-155-0100', '+4420794', 'call me', '911'])(
    'rejects the number %s, which cannot be called',
    async (contactNumber) => {
      const emailAddress = someone();
      const { status, body } = await send({ contactNumber, emailAddress });
      expect([400, 422]).toContain(status);
      expect(body.fields.contactNumber).toBe('Contact Number is not valid.');
      expect(await mailsFrom(emailAddress)).toEqual([]);
    },
  );
});

describe('a repeated form', () => {
  it('sends one email when submitted twice or repeated later', async () => {
    const emailAddress = someone();
    const submissionId = randomUUID();
    const twice = await Promise.all([
      send({ emailAddress, submissionId }),
      send({ emailAddress, submissionId }),
    ]);
    const later = await send({ emailAddress, submissionId });
    expect([...twice, later].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(later.body).toEqual(twice[0].body);
    expect(await mailsFrom(emailAddress)).toHaveLength(1);
  });

  it('sends one email when a header carries its ID', async () => {
    const emailAddress = someone();
    const headers = { 'idempotency-key': randomUUID() };
    await send({ emailAddress }, headers);
    await send({ emailAddress }, headers);
    expect(await mailsFrom(emailAddress)).toHaveLength(1);
  });

  it('sends two emails when its content or its ID differs', async () => {
    const emailAddress = someone();
    const submissionId = randomUUID();
    await send({ emailAddress, submissionId });
    await send({ emailAddress, submissionId, Message: 'We are 41 now.' });
    await send({ emailAddress });
    expect(await mailsFrom(emailAddress)).toHaveLength(3);
  });
});

describe('with captchas on', () => {
  const solved = () => ({ 'g-recaptcha-response': `${testKeys.site}.${randomUUID()}` });

  it('a request requires a solved captcha, and each captcha allows one request', async () => {
    await turnCaptcha(true);
    try {
      const emailAddress = someone();
      expect((await send({ emailAddress })).status).toBe(422);
      expect((await send({ emailAddress }, { 'g-recaptcha-response': 'made up' })).status).toBe(422);
      expect(await mailsFrom(emailAddress)).toEqual([]);
      const captcha = solved();
      const submissionId = randomUUID();
      expect((await send({ emailAddress, submissionId }, captcha)).status).toBe(200);
      expect((await send({ emailAddress, submissionId }, captcha)).status).toBe(200);
      const reused = await send({ emailAddress, submissionId: randomUUID() }, captcha);
      expect([reused.status, reused.body.fields.captcha]).toEqual([
        422,
        'This captcha was already used. Solve it again.',
      ]);
      expect(await mailsFrom(emailAddress)).toHaveLength(1);
    } finally {
      await turnCaptcha(false);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { setFlags } from '../support/flags.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { site } from '../../shared/contracts/site.ts';
import { call } from '../support/call.ts';
import { filledNomination } from './filled-forms.ts';
import { mailsTo } from '../users/person.ts';
import { mailsFrom } from './mailbox.ts';

beforeAll(provision);

const nominate = (changed: object) =>
  call(site.nominateClub, undefined, { body: { ...filledNomination, ...changed } });

describe('a nomination', () => {
  it('goes to the sales desk with the details of the club', async () => {
    const email = `${randomUUID()}@people.example`;
    const facilityEmail = `${randomUUID()}@people.example`;
    const { status, body } = await nominate({ email, clubEmail: facilityEmail });
    expect([status, body.success]).toEqual([200, true]);
    // anyone can enter the addresses of other people
    expect([await mailsTo(email), await mailsTo(facilityEmail)]).toEqual([[], []]);
    const [mail] = await mailsFrom(email);
    expect(mail?.destination.to).toEqual(['sales@wellport.test']);
    expect(mail?.subject).toBe('Club nomination: Harbor Gym, Duluth, MN');
    expect(mail?.body.text).toContain('State: Minnesota');
    expect(mail?.body.text).toContain('Contact number: 218-555-0199');
  });

  it('can omit optional fields', async () => {
    const email = `${randomUUID()}@people.example`;
    const bare = { provider: '', clubContactName: '', clubContactNumber: '', clubEmail: '' };
    expect((await nominate({ ...bare, email })).status).toBe(200);
    expect((await mailsFrom(email))[0]?.body.text).not.toContain('Contact');
  });

  it.each([
    ['name', '', 'Full Name is required.'],
    ['name', 'x'.repeat(51), 'Full Name must be at most 50 symbols.'],
    ['email', 'ann', 'Email is not valid.'],
    ['email', `${'a'.repeat(290)}@lund.example`, 'Email must be at most 300 symbols.'],
    ['provider', 'x'.repeat(301), 'Program or Provider Name must be at most 300 symbols.'],
    ['clubName', '', 'Club Name is required.'],
    ['city', '', 'City is required.'],
    ['city', 'x'.repeat(51), 'City must be at most 50 symbols.'],
    ['state', '', 'State is required.'],
    ['state', 'ZZ', 'State is not valid.'],
    ['clubContactName', 'x'.repeat(301), 'Contact Name must be at most 300 symbols.'],
    ['clubContactNumber', '555', 'Contact number is not valid.'],
    ['clubEmail', 'gym', 'Club email is not valid.'],
  ])('rejects %s %j with the name of the field', async (name, value, message) => {
    const { status, body } = await nominate({ [name]: value });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ [name]: message });
  });

  it('is rejected with a number that cannot be called', async () => {
    const { status, body } = await nominate({ clubContactNumber: '123-456-7890' });
    expect([status, body.fields]).toEqual([422, { clubContactNumber: 'Contact number is not valid.' }]);
  });

  it('requires a captcha when captchas are on', async () => {
    await setFlags({ useCaptcha: true });
    expect((await nominate({})).body.fields).toEqual({
      captcha: 'Confirm that you are not a robot, then send again.',
    });
  });
});

describe('the options for "Which best describes you?"', () => {
  it('have a key and a value, and do not expose our desks', async () => {
    const { body } = await call(site.userDescriptions, undefined);
    expect(body.length).toBeGreaterThan(3);
    for (const row of body) expect(Object.keys(row)).toEqual(['key', 'value']);
  });
});

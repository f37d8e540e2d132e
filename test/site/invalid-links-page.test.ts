import { beforeAll, expect, it } from 'vitest';
import { onClick } from '../support/forms.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();
let world: Awaited<ReturnType<typeof makeWorld>>;
beforeAll(async () => {
  world = await makeWorld();
}, 60_000);
const unknown = 'A'.repeat(43);
const title = 'This link does not work';

// a complete token, which is unknown, and one of which a part is missing
it.each([
  [`/stopvisitemails?memberGuid=${unknown}&token=${unknown}`, 'Stop emails about visits', 'latest email'],
  ['/stopvisitemails', 'Stop emails about visits', 'latest email'],
  [`/confirmemail/${unknown}`, 'Confirm this email', 'No email was changed with it.'],
  [`/dataprivacyrequest/${unknown}`, 'File the request', 'File your request again.'],
  ['/dataprivacyrequest/AAA', 'File the request', 'File your request again.'],
  [`/confirmsignup/1-${unknown}${unknown}`, 'Confirm my sign-up', 'Sign up again'],
  [`/confirmsignup/AAA`, 'Confirm my sign-up', 'Sign up again'],
  [`/login/link#${unknown}`, 'Connect my account', 'Log in at your employer again'],
])('the page of the emailed link %s has the cause and the next step', async (address, action, text) => {
  const page = await portal.visit(address);
  await onClick(page, action);
  await page.getByRole('heading', { name: title }).waitFor();
  expect(await page.locator('main').innerText()).toContain(text);
  expect(await page.getByText('Resource not found.').count()).toBe(0);
});

it('a link to connect an account without its token does not offer to connect', async () => {
  const page = await portal.visit('/login/link');
  await page.getByRole('heading', { name: title }).waitFor();
});

it.each([`/userinvitation/${unknown}`, '/userinvitation/AAA', '/invitation/AAA'])(
  'the invitation %s has a way to log in',
  async (address) => {
    const page = await portal.visit(address);
    await page.getByRole('heading', { name: 'This invitation link does not work' }).waitFor();
    await page.locator('main').getByText('Log in', { exact: true }).waitFor();
  },
);

it('an invitation that does not work leads a member who is logged in to the membership', async () => {
  const { member, partner } = world.own;
  const { email } = await createUser({ memberIds: [member.id], memberPartnerIds: [partner.id] });
  const page = await portal.visitAs(email, '/invitation/AAA');
  await page.locator('main').getByRole('link', { name: 'Go to your membership' }).click();
  await page.waitForURL('**/member/dashboard/home');
});

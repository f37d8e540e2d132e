import { expect, it } from 'vitest';
import { mailboxRoutes, type LocalEmail } from '../../infra/local/mailbox.ts';

const emails: LocalEmail[] = Array.from({ length: 700 }, (_, index) => ({
  messageId: `mail-${index}`,
  destination: { to: [index % 2 ? 'ann@people.test' : 'bo@people.test'] },
  subject: `Email <${index}>`,
  body: { html: `<p title="x">Hello</p>` },
  attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content: 'JVBERg==' }],
  at: 1_760_000_000 + index,
}));
const open = async (path: string) => {
  const response = await mailboxRoutes(() => emails).request(`http://localhost${path}`);
  return { status: response.status, html: await response.text() };
};
const subjects = (html: string) => [...html.matchAll(/Email &lt;(\d+)&gt;<\/a>/g)].map(([, index]) => index);

it('lists 700 emails in pages of 25, the newest first', async () => {
  const first = await open('/local/mailbox');
  expect(subjects(first.html).slice(0, 2)).toEqual(['699', '698']);
  expect(subjects(first.html)).toHaveLength(25);
  expect(first.html).toContain('700 emails, page 1 of 28.');
  const last = await open('/local/mailbox?page=28');
  expect(subjects(last.html).at(-1)).toBe('0');
  expect(last.html).not.toContain('Older');
});

it('finds the emails to an address and opens one without scripts', async () => {
  const { html } = await open('/local/mailbox?to=ANN&page=x');
  expect(html).toContain('350 emails, page 1 of 14.');
  const email = await open('/local/mailbox/mail-7');
  expect(email.html).toContain('srcdoc="&lt;base target=&quot;_top&quot;>'.replace('>', '&gt;'));
  expect(email.html).toContain('data:application/pdf;base64,JVBERg==');
  expect(email.html).not.toContain('allow-scripts');
  expect((await open('/local/mailbox/none')).status).toBe(404);
});

import { Hono } from './tools/hono.mjs';
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { every, milliseconds } from './tools/time-and-chance.ts';

export interface LocalEmail {
  messageId: string;
  destination: { to: readonly string[] };
  subject: string;
  body: { text?: string; html?: string };
  attachments: readonly { filename?: string; contentType: string; content: string }[];
  /** Seconds since 1970. */
  at: number;
}

const emailsPerPage = 25;

/** The local mailbox: pages of emails, newest first, optionally to one address; an email opens on its own page. */
export function mailboxRoutes(emails: () => readonly LocalEmail[]): Hono {
  return new Hono()
    .get('/local/mailbox', (context) => {
      const to = (context.req.query('to') ?? '').trim().toLowerCase();
      const page = Math.max(1, Number.parseInt(context.req.query('page') ?? '1', 10) || 1);
      const matches = emails()
        .filter(({ destination }) => destination.to.some((address) => address.toLowerCase().includes(to)))
        .toReversed();
      return context.html(listPage({ emails: matches, page, to }));
    })
    .get('/local/mailbox/:id', (context) => {
      const email = emails().find(({ messageId }) => messageId === context.req.param('id'));
      return email ? context.html(emailPage(email)) : context.text('There is no such email.', 404);
    });
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark);
const addressOf = ({ to, page }: { to: string; page: number }): string =>
  escaped(`/local/mailbox?${new URLSearchParams({ to, page: String(page) })}`);
const timeOf = ({ at }: LocalEmail): string => new Date(at * 1000).toISOString();

const shell = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} | Wellport</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}input,button{font:inherit;padding:.5rem}li{margin:.75rem 0}iframe{width:100%;height:75vh;border:1px solid;background:#fff}</style></head><body>${content}</body></html>`;

function listPage({ emails, page, to }: { emails: readonly LocalEmail[]; page: number; to: string }): string {
  const pages = Math.max(1, Math.ceil(emails.length / emailsPerPage));
  const pageEmails = emails.slice((page - 1) * emailsPerPage, page * emailsPerPage);
  const rows = pageEmails.map(
    (email) =>
      `<li><a href="/local/mailbox/${escaped(email.messageId)}">${escaped(email.subject)}</a><br>${escaped(email.destination.to.join(', '))}, ${timeOf(email)}</li>`,
  );
  const link = (name: string, target: number) =>
    target < 1 || target > pages ? '' : `<a href="${addressOf({ to, page: target })}">${name}</a> `;
  return shell(
    'Local mailbox',
    `<h1>Local mailbox</h1><form><label>To <input name="to" type="search" value="${escaped(to)}"></label> <button>Search</button></form><p>${emails.length} emails, page ${page} of ${pages}. ${link('Newer', page - 1)}${link('Older', page + 1)}</p><ul>${rows.join('')}</ul>`,
  );
}

function emailPage({ subject, destination, body, attachments, ...email }: LocalEmail): string {
  const files = attachments.map(
    ({ filename = 'file', contentType, content }) =>
      `<a download="${escaped(filename)}" href="data:${escaped(contentType)};base64,${escaped(content)}">${escaped(filename)}</a> `,
  );
  // without scripts; links open in the portal's window
  const html = body.html
    ? `<base target="_top">${body.html}`
    : `<pre style="white-space:pre-wrap">${escaped(body.text ?? '')}</pre>`;
  return shell(
    subject,
    `<p><a href="/local/mailbox">Local mailbox</a></p><h1>${escaped(subject)}</h1><p>To ${escaped(destination.to.join(', '))}, ${timeOf({ ...email, subject, destination, body, attachments })}</p><p>${files.join('')}</p><iframe title="Email" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escaped(html)}"></iframe>`,
  );
}

const require = createRequire(import.meta.url);

interface Store {
  getStoreReadonly: () => { emails: LocalEmail[] };
  clearStore: () => void;
}
const loadStore = () => require('aws-ses-v2-local/dist/store.js') as Store;

/** Returns the emails of the running mailbox, oldest first. */
export const emailsInMailbox = (): readonly LocalEmail[] => loadStore().getStoreReadonly().emails;

/** Starts the local SES with its mailbox page; emails are stored in a file and survive a restart. */
export async function openMailbox(
  port: number,
  file: string,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const { default: serve } = require('aws-ses-v2-local') as {
    default: (config: { host: string; port: number }) => Promise<Server>;
  };
  const store = loadStore();
  store.clearStore();
  const cached = existsSync(file) ? storedEmails(file, say) : [];
  store.getStoreReadonly().emails.push(...cached);
  let saved = cached.length;
  const save = () => {
    const { emails } = store.getStoreReadonly();
    if (emails.length <= saved) return;
    appendFileSync(
      file,
      emails
        .slice(saved)
        .map((mail) => `${JSON.stringify(mail)}\n`)
        .join(''),
    );
    saved = emails.length;
  };
  const stopSaving = every(500, save);
  const server = await serve({ host: '127.0.0.1', port });
  return async () => {
    stopSaving();
    save();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Returns the readable stored emails. A damaged file is copied before its damaged lines are removed. */
function storedEmails(file: string, say: (line: string) => void): LocalEmail[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const emails = lines.flatMap((line) => parsed(line) ?? []);
  if (emails.length === lines.length) return emails;
  const copy = `${file}.damaged-${milliseconds()}`;
  copyFileSync(file, copy);
  writeFileSync(file, emails.map((email) => `${JSON.stringify(email)}\n`).join(''));
  say(
    `The mailbox file ${file} is damaged: ${emails.length} of ${lines.length} emails can be read. The original is in ${copy}.`,
  );
  return emails;
}

function parsed(line: string): LocalEmail | undefined {
  try {
    return JSON.parse(line) as LocalEmail;
  } catch {
    return undefined;
  }
}

import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { LocalEmail } from './mailbox-page.ts';
import { every, milliseconds } from './tools/time-and-chance.ts';

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

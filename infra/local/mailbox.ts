import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { every } from './time-and-chance.ts';

const require = createRequire(import.meta.url);

interface KeptEmail {
  messageId: string;
}

/** The local SES with its mailbox page; emails are kept in a file, so that a restart still shows them. */
export async function openMailbox(port: number, file: string): Promise<() => Promise<void>> {
  const { default: serve } = require('aws-ses-v2-local') as {
    default: (config: { host: string; port: number }) => Promise<Server>;
  };
  const store = require('aws-ses-v2-local/dist/store.js') as {
    getStoreReadonly: () => { emails: KeptEmail[] };
    clearStore: () => void;
  };
  store.clearStore();
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  store.getStoreReadonly().emails.push(...kept.map((line) => JSON.parse(line) as KeptEmail));
  let saved = kept.length;
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

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { PortalModules } from './portal-modules.ts';

/** The two folders shared by bank and portal: files sent to the bank, and files from the bank. */
export interface BankFolders {
  sent: (name: string) => Promise<string | undefined>;
  put: (name: string, text: string) => Promise<void>;
}

/** A bank that reads the outbox and writes its files into the bucket. */
export const bucketFolders = (portal: PortalModules): BankFolders => ({
  sent: async (name) => {
    const bytes = await portal.getFile('outbox', name);
    return bytes && Buffer.from(bytes).toString('latin1');
  },
  put: (name, text) =>
    portal.putFile('files', `bank/incoming/${name}`, Buffer.from(text, 'latin1'), 'text/plain'),
});

/** A bank with an SFTP server: the folders behind the server's two names. */
export const serverFolders = (outgoing: string, incoming: string): BankFolders => ({
  sent: (name) => {
    const file = join(outgoing, name);
    return Promise.resolve(existsSync(file) ? readFileSync(file, 'latin1') : undefined);
  },
  put: (name, text) => {
    writeFileSync(join(incoming, name), text, 'latin1');
    return Promise.resolve();
  },
});

/** Replies that are not delivered yet: one file per reply, in a folder per date. They survive a restart. */
export function replyStore(folder: string) {
  const add = (on: CalendarDate, name: string, text: string) => {
    mkdirSync(join(folder, on), { recursive: true });
    writeFileSync(join(folder, on, name), text, 'latin1');
  };
  const days = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
  return {
    add,
    /** Waiting names with their dates. */
    waiting: () => days().flatMap((on) => readdirSync(join(folder, on)).map((name) => ({ on, name }))),
    /** Removes and returns all due replies, oldest first. */
    takeDue: (today: CalendarDate): { name: string; text: string }[] =>
      days()
        .filter((day) => day <= today)
        .flatMap((on) => {
          const names = readdirSync(join(folder, on)).toSorted();
          const files = names.map((name) => ({ name, text: readFileSync(join(folder, on, name), 'latin1') }));
          rmSync(join(folder, on), { recursive: true });
          return files;
        }),
  };
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CalendarDate, showDate, addBankingDays, dateInChicago } from '../../../shared/calendar.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { showMoney } from '../../../shared/money.ts';
import { bankActions, replyCodes, replyTo, entriesOf } from './reply-file.ts';
import { loadHandler, type LoadModule } from '../../build/handler-sources.ts';
import { Hono } from '../tools/hono.mjs';
import { later } from '../tools/time-and-chance.ts';

/** The two folders shared by bank and portal: files sent to the bank, and files from the bank. */
interface BankFolders {
  sent: (name: string) => Promise<string | undefined>;
  put: (name: string, text: string) => Promise<void>;
}

/** A bank that reads the outbox and writes its files into the bucket. */
const bucketFolders = (portal: PortalModules): BankFolders => ({
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
function replyStore(folder: string) {
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

/** The simulated outcome of uploads. */
const outboxModes = [
  { id: 'takes', name: 'Take every file' },
  { id: 'loses', name: 'Lose every file on its way' },
  { id: 'hides', name: 'Take every file, but break off before saying so' },
] as const;
type OutboxMode = (typeof outboxModes)[number]['id'];

const name = 'local bank';
/** By client, because a changed source creates another client. */
const modes = new WeakMap<object, OutboxMode>();

/**
 * Sets what the way to the outbox does with uploads from now on. The portal hears nothing of a file that is lost or
 * hidden: its delivery is Unknown.
 */
function setOutboxMode({ s3 }: Pick<PortalModules, 's3'>, mode: OutboxMode): void {
  s3.middlewareStack.remove(name);
  modes.set(s3, mode);
  if (mode === 'takes') return;
  s3.middlewareStack.add(
    (next, context) => async (request) => {
      const { Bucket } = request.input as { Bucket?: string };
      const isOutbox = Bucket === (process.env.OUTBOX_BUCKET ?? 'wellport-outbox');
      if (!isOutbox || context.commandName !== 'PutObjectCommand') return next(request);
      if (mode === 'hides') await next(request);
      throw new Error('the local bank broke the connection off');
    },
    { step: 'initialize', name },
  );
}

const outboxMode = ({ s3 }: Pick<PortalModules, 's3'>): OutboxMode => modes.get(s3) ?? 'takes';

interface BankPage {
  files: readonly BankFile[];
  chosen: BankFile | undefined;
  /** Bytes of the selected file. */
  text: string | undefined;
  message: string | undefined;
  mode: OutboxMode;
  waiting: readonly { on: string; name: string }[];
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark);

const style = `body{font:16px/1.5 system-ui;max-width:52rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}select,button,input{font:inherit;max-width:100%;padding:.4rem}table{border-collapse:collapse;display:block;overflow-x:auto;width:100%}td,th{text-align:left;padding:.35rem .5rem;border-bottom:1px solid #8884}td:nth-child(3){text-align:right;font-variant-numeric:tabular-nums}label{max-width:100%}li,h2{overflow-wrap:anywhere}form p{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}`;

const bankPage = ({ files, chosen, text, message, mode, waiting }: BankPage): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local bank | Wellport</title><style>${style}</style></head>
<body><h1>Local bank</h1><p>A simulated bank. It receives the files that the portal sends and replies to its inbox. Payments complete once the <a href="/local/clock">clock</a> has passed the second banking day after the effective date.</p>
${message ? `<p role="status"><strong>${safe(message)}</strong> <a href="/admin/bankfiles/received">See it in the portal</a></p>` : ''}
${chosen ? formOf(chosen, text) : ''}<h2>Sent files</h2><ul>${listOf(files) || '<li>No file was sent yet.</li>'}</ul>
<h2>Waiting replies</h2><ul>${waiting.map(({ on, name }) => `<li>${showDate(on)} ${safe(name)}</li>`).join('') || '<li>None.</li>'}</ul>
<h2>Next files</h2><form method="post"><p><label>The bank will <select name="mode">${optionsOf(outboxModes, mode)}</select></label> <button>Set</button></p></form></body></html>`;

const listOf = (files: readonly BankFile[]): string =>
  files
    .map(({ id, name, status }) => `<li><a href="/local/bank?file=${id}">${safe(name)}</a> ${status}</li>`)
    .join('');

const optionsOf = (choices: readonly { id: string; name: string }[], chosen: string): string =>
  choices
    .map(({ id, name }) => `<option value="${id}"${id === chosen ? ' selected' : ''}>${name}</option>`)
    .join('');

const mostRows = 500;

function formOf({ id, name, effectiveDate }: BankFile, text: string | undefined): string {
  if (text === undefined) return `<h2>${safe(name)}</h2><p>The bank does not have this file.</p>`;
  const codes = ['', ...replyCodes].map((code) => `<option value="${code}">${code || '–'}</option>`).join('');
  const rows = entriesOf(text)
    .slice(0, mostRows)
    .map(
      ({ entry }) =>
        `<tr><td>${safe(entry.name)}</td><td>x${entry.accountNumber.trim().slice(-4)}</td><td>${showMoney(entry.amount)}</td><td><select name="code-${entry.trace}" aria-label="Code for ${safe(entry.name)}">${codes}</select></td></tr>`,
    )
    .join('');
  const buttons = bankActions
    .map((action) => `<button name="action" value="${action.id}">${action.name}</button>`)
    .join(' ');
  return `<h2>${safe(name)}</h2><p>Effective ${showDate(effectiveDate)}.</p><form method="post"><input type="hidden" name="file" value="${id}">
<p><label>Reply after banking days <input name="late" type="number" min="0" max="60" value="0"></label> <label><input name="twice" type="checkbox" value="yes"> Reply twice</label></p><p>${buttons}</p>
<table><tr><th>Name</th><th>Account</th><th>Amount</th><th>Code</th></tr>${rows}</table></form>`;
}

/** Modules of the portal that the simulated bank uses, reloaded when their sources change. */
interface PortalModules {
  takeArrivals: typeof import('../../../functions/bank-files/handlers/received.ts').takeArrivalsHandler;
  listBankFiles: typeof import('../../../functions/bank-files/store.ts').listBankFiles;
  getFile: typeof import('../../../functions/platform/files.ts').getFile;
  putFile: typeof import('../../../functions/platform/files.ts').putFile;
  s3: typeof import('../../../functions/platform/files.ts').s3;
  now: () => Date;
}

const names = ['bank-files/store', 'platform/files', 'platform/clock'];

async function portalModules(load: LoadModule): Promise<PortalModules> {
  const all = await Promise.all(names.map((name) => load(`/functions/${name}.ts`)));
  const takeArrivals = await loadHandler(load, 'bank-files/take-arrivals');
  return Object.assign({ takeArrivals }, ...all) as PortalModules;
}

interface BankOptions {
  load: LoadModule;
  /** Folder of replies with a later date. */
  folder: string;
  /** The bank's folders; by default the outbox and the bucket. */
  folders?: BankFolders;
}

const page = '/local/bank';

/**
 * A simulated bank with the interfaces of the real one. It reads sent files and writes acknowledgments, statements,
 * returns, and corrections for the selected entries and codes to the inbox: on time, late, twice, or malformed.
 * Uploads can be lost or stay unacknowledged.
 */
export function bankRoutes(options: BankOptions): Hono {
  const { load, folder } = options;
  const replies = replyStore(folder);
  const foldersOf = (portal: PortalModules) => options.folders ?? bucketFolders(portal);
  return new Hono()
    .get(page, async (context) => {
      const portal = await portalModules(load);
      const { files, file } = await sentFiles(portal, context.req.query('file'));
      const text = file && (await foldersOf(portal).sent(file.name));
      const message = context.req.query('message');
      const [mode, waiting] = [outboxMode(portal), replies.waiting()];
      return context.html(bankPage({ files, chosen: file, text, message, mode, waiting }));
    })
    .post(page, async (context) => {
      const origin = context.req.header('origin');
      if (origin !== undefined && origin !== `http://${context.req.header('host')}`)
        return context.text('The bank accepts no form of another site. Nothing was changed.', 403);
      const portal = await portalModules(load);
      const form = new URLSearchParams(await context.req.text());
      const mode = outboxModes.find(({ id }) => id === form.get('mode'));
      if (mode) {
        setOutboxMode(portal, mode.id);
        return context.redirect(`${page}?message=${encodeURIComponent(`${mode.name}: set.`)}`, 303);
      }
      const { file } = await sentFiles(portal, form.get('file') ?? undefined);
      const text = file && (await foldersOf(portal).sent(file.name));
      if (!file || text === undefined) return context.text('The bank has no such file.', 404);
      const message = storeReply(form, { file, text, now: portal.now() }, replies);
      if (message === undefined) return context.text('Choose a code for at least one entry.', 400);
      await deliverDue(portal, foldersOf(portal), replies);
      return context.redirect(`${page}?file=${file.id}&message=${encodeURIComponent(message)}`, 303);
    });
}

async function sentFiles({ listBankFiles }: PortalModules, id: string | undefined) {
  const { items } = await listBankFiles({ sortBy: 'startedAt', sortOrder: 'desc', pageSize: 50 });
  return { files: items, file: items.find((item) => item.id === id) };
}

let sequence = 0;

/** Stores the reply to a form for its date. Returns undefined if the form requests none. */
function storeReply(
  form: URLSearchParams,
  { file, text, now }: { file: BankFile; text: string; now: Date },
  replies: ReturnType<typeof replyStore>,
): string | undefined {
  const action = bankActions.find(({ id }) => id === form.get('action'))?.id ?? 'reply';
  const on = dayOf(now, Number(form.get('late') ?? 0));
  const codeOf = (trace: string) => form.get(`code-${trace}`) ?? '';
  const reply = replyTo(action, { file, text, codeOf, on, sequence: ++sequence });
  if (reply === undefined) return undefined;
  const name = `${action}-${now.getTime()}-${sequence}`;
  const suffix = action === 'settle' ? 'bai' : 'ach';
  replies.add(on, `${name}.${suffix}`, reply);
  if (form.get('twice') === 'yes') replies.add(on, `${name}-again.${suffix}`, reply);
  return on === dateInChicago(now) ? `The bank sent ${name}.` : `The bank sends ${name} on ${showDate(on)}.`;
}

const mostDays = 60;
const dayOf = (now: Date, late: number): CalendarDate => {
  const days = Number.isInteger(late) && late > 0 ? Math.min(late, mostDays) : 0;
  return days === 0 ? dateInChicago(now) : addBankingDays(dateInChicago(now), days);
};

async function deliverDue(
  portal: PortalModules,
  folders: BankFolders,
  replies: ReturnType<typeof replyStore>,
): Promise<number> {
  const due = replies.takeDue(dateInChicago(portal.now()));
  for (const { name, text } of due) await folders.put(name, text);
  if (due.length > 0) await portal.takeArrivals({});
  return due.length;
}

/** Delivers the replies that are due on the local clock's date. Returns their number. */
export async function deliverDueReplies({ load, folder, folders }: BankOptions): Promise<number> {
  const replies = replyStore(folder);
  if (replies.waiting().length === 0) return 0;
  const portal = await portalModules(load);
  return deliverDue(portal, folders ?? bucketFolders(portal), replies);
}

const lookEveryMs = 2000;

/** Polls for due replies. */
export function startBank(options: BankOptions): void {
  const again = () =>
    void deliverDueReplies(options)
      .catch((error: unknown) => console.error('The local bank stopped:', error))
      .finally(() => later(again, lookEveryMs));
  again();
}

import { Hono } from '../tools/hono.mjs';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { addBankingDays, dateInChicago, showDate, type CalendarDate } from '../../../shared/calendar.ts';
import type { LoadModule } from '../../handler-sources.ts';
import { later } from '../tools/time-and-chance.ts';
import { replyTo, bankActions } from './reply.ts';
import { bankPage } from './bank-page.ts';
import { bucketFolders, replyStore, type BankFolders } from './bank-folders.ts';
import { outboxMode, outboxModes, setOutboxMode } from './outbox-mode.ts';
import { portalModules, type PortalModules } from './portal-modules.ts';

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

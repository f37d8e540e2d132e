import { Hono } from '../tools/hono.mjs';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { addBankingDays, dateInChicago, showDate, type CalendarDate } from '../../../shared/calendar.ts';
import type { LoadModule } from '../../handler-names.ts';
import { later } from '../tools/time-and-chance.ts';
import { answerTo, bankActions } from './answer.ts';
import { bankPage } from './bank-page.ts';
import { bucketDoors, drawerOf, type BankFolders } from './bank-folders.ts';
import { outboxMode, outboxModes, setOutboxMode } from './outbox-mode.ts';
import { portalModules, type PortalModules } from './portal-modules.ts';

interface BankOptions {
  load: LoadModule;
  /** Folder of replies with a later date. */
  folder: string;
  /** The bank's side of the way; by default the outbox and the bucket. */
  doors?: BankFolders;
}

const page = '/local/bank';

/**
 * A simulated bank with the interfaces of the real one. It reads sent files and writes acknowledgments, statements,
 * returns, and corrections for the selected entries and codes to the inbox: on time, late, twice, or malformed.
 * Uploads can be lost or stay unacknowledged.
 */
export function bankRoutes(options: BankOptions): Hono {
  const { load, folder } = options;
  const drawer = drawerOf(folder);
  const doorsOf = (portal: PortalModules) => options.doors ?? bucketDoors(portal);
  return new Hono()
    .get(page, async (context) => {
      const portal = await portalModules(load);
      const { files, file } = await sentFiles(portal, context.req.query('file'));
      const text = file && (await doorsOf(portal).sent(file.name));
      const said = context.req.query('said');
      const [mode, waiting] = [outboxMode(portal), drawer.waiting()];
      return context.html(bankPage({ files, chosen: file, text, said, mode, waiting }));
    })
    .post(page, async (context) => {
      const origin = context.req.header('origin');
      if (origin !== undefined && origin !== `http://${context.req.header('host')}`)
        return context.text('The bank takes no form from another site. Nothing was changed.', 403);
      const portal = await portalModules(load);
      const form = new URLSearchParams(await context.req.text());
      const mode = outboxModes.find(({ id }) => id === form.get('mode'));
      if (mode) {
        setOutboxMode(portal, mode.id);
        return context.redirect(`${page}?said=${encodeURIComponent(`${mode.name}: set.`)}`, 303);
      }
      const { file } = await sentFiles(portal, form.get('file') ?? undefined);
      const text = file && (await doorsOf(portal).sent(file.name));
      if (!file || text === undefined) return context.text('The bank has no such file.', 404);
      const said = answered(form, { file, text, now: portal.now() }, drawer);
      if (said === undefined) return context.text('Choose a code for at least one entry.', 400);
      await handOver(portal, doorsOf(portal), drawer);
      return context.redirect(`${page}?file=${file.id}&said=${encodeURIComponent(said)}`, 303);
    });
}

async function sentFiles({ listBankFiles }: PortalModules, id: string | undefined) {
  const { items } = await listBankFiles({ sortBy: 'startedAt', sortOrder: 'desc', pageSize: 50 });
  return { files: items, file: items.find((one) => one.id === id) };
}

let sequence = 0;

/** Stores the reply to a form for its date. Returns undefined if the form requests none. */
function answered(
  form: URLSearchParams,
  { file, text, now }: { file: BankFile; text: string; now: Date },
  drawer: ReturnType<typeof drawerOf>,
): string | undefined {
  const action = bankActions.find(({ id }) => id === form.get('action'))?.id ?? 'reply';
  const on = dayOf(now, Number(form.get('late') ?? 0));
  const codeOf = (trace: string) => form.get(`code-${trace}`) ?? '';
  const answer = answerTo(action, { file, text, codeOf, on, sequence: ++sequence });
  if (answer === undefined) return undefined;
  const name = `${action}-${now.getTime()}-${sequence}`;
  const suffix = action === 'settle' ? 'bai' : 'ach';
  drawer.lay(on, `${name}.${suffix}`, answer);
  if (form.get('twice') === 'yes') drawer.lay(on, `${name}-again.${suffix}`, answer);
  return on === dateInChicago(now) ? `The bank sent ${name}.` : `The bank sends ${name} on ${showDate(on)}.`;
}

const mostDays = 60;
const dayOf = (now: Date, late: number): CalendarDate => {
  const days = Number.isInteger(late) && late > 0 ? Math.min(late, mostDays) : 0;
  return days === 0 ? dateInChicago(now) : addBankingDays(dateInChicago(now), days);
};

async function handOver(
  portal: PortalModules,
  doors: BankFolders,
  drawer: ReturnType<typeof drawerOf>,
): Promise<number> {
  const due = drawer.taken(dateInChicago(portal.now()));
  for (const { name, text } of due) await doors.put(name, text);
  if (due.length > 0) await portal.takeArrivals({});
  return due.length;
}

/** Delivers the replies that are due on the local clock's date. Returns their number. */
export async function bankSaysWhatIsDue({ load, folder, doors }: BankOptions): Promise<number> {
  const drawer = drawerOf(folder);
  if (drawer.waiting().length === 0) return 0;
  const portal = await portalModules(load);
  return handOver(portal, doors ?? bucketDoors(portal), drawer);
}

const lookEveryMs = 2000;

/** Polls for due replies. */
export function startBank(options: BankOptions): void {
  const again = () =>
    void bankSaysWhatIsDue(options)
      .catch((error: unknown) => console.error('The local bank stopped:', error))
      .finally(() => later(again, lookEveryMs));
  again();
}

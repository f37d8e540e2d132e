import { Hono } from '../hono.mjs';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import type { LoadModule } from '../gateway.ts';
import { acknowledgementFile, entriesOf, replyFile, type Reply } from './reply-file.ts';
import { newUuid } from '../time-and-chance.ts';

/** What the stand-in uses of the portal, loaded anew when its sources changed. */
interface PortalModules {
  receiveBankFile: typeof import('../../../functions/bank-files/inbox/receive.ts').receiveBankFile;
  listBankFiles: typeof import('../../../functions/bank-files/store.ts').listBankFiles;
  getFile: typeof import('../../../functions/platform/files.ts').getFile;
  now: () => Date;
}

async function modulesOf(load: LoadModule): Promise<PortalModules> {
  const all = await Promise.all(
    ['bank-files/inbox/receive', 'bank-files/store', 'platform/files', 'platform/clock'].map((name) =>
      load(`/functions/${name}.ts`),
    ),
  );
  return Object.assign({}, ...all) as PortalModules;
}

const ours = '091000022';
const codes = ['R01', 'R02', 'R03', 'R07', 'R09', 'R16', 'R31', 'C01', 'C02', 'C05'];
/** What a change corrects here: an account, a routing number that checks out, savings. */
const corrections: Record<string, string> = { C01: '5550001234', C02: '231380104', C05: '37' };

let sequence = 0;

/**
 * A stand-in for the bank, on the doors of the real one: it reads the outbox, and puts acknowledgements, returns and
 * account changes into the inbox, for the entries and codes that are chosen.
 */
export const bankRoutes = (load: LoadModule): Hono =>
  new Hono()
    .get('/local/bank', async (context) => {
      const portal = await modulesOf(load);
      const { items } = await portal.listBankFiles({ sortBy: 'startedAt', sortOrder: 'desc', pageSize: 50 });
      const chosen = items.find(({ id }) => id === context.req.query('file'));
      const text = chosen ? await textOf(portal, chosen.name) : undefined;
      return context.html(page(items, chosen, text, context.req.query('said')));
    })
    .post('/local/bank', async (context) => {
      const origin = context.req.header('origin');
      if (origin !== undefined && origin !== `http://${context.req.header('host')}`)
        return context.text('The bank takes no form from another site. Nothing was changed.', 403);
      const portal = await modulesOf(load);
      const form = new URLSearchParams(await context.req.text());
      const { items } = await portal.listBankFiles({ sortBy: 'startedAt', sortOrder: 'desc', pageSize: 50 });
      const file = items.find(({ id }) => id === form.get('file'));
      const text = file && (await textOf(portal, file.name));
      if (!file || text === undefined) return context.text('There is no such file in the outbox.', 404);
      const now = portal.now();
      const reply = form.has('acknowledge') ? acknowledgementFile(text) : answersOf(text, form, now);
      if (reply === undefined) return context.text('Choose a code for at least one entry.', 400);
      const name = `${form.has('acknowledge') ? 'ack' : 'reply'}-${now.getTime()}.ach`;
      const { message } = await portal.receiveBankFile(
        { name, bytes: Buffer.from(reply, 'latin1') },
        { userId: 'the bank', now, newId: () => newUuid() },
      );
      return context.redirect(`/local/bank?file=${file.id}&said=${encodeURIComponent(message)}`, 303);
    });

async function textOf({ getFile }: PortalModules, name: string): Promise<string | undefined> {
  const bytes = await getFile('outbox', name);
  return bytes && Buffer.from(bytes).toString('latin1');
}

function answersOf(text: string, form: URLSearchParams, now: Date): string | undefined {
  const replies = entriesOf(text).flatMap((sent): Reply[] => {
    const code = form.get(`code-${sent.entry.trace}`) ?? '';
    return codes.includes(code) ? [{ ...sent, code, correctedData: corrections[code] ?? '' }] : [];
  });
  return replies.length === 0 ? undefined : replyFile(ours, replies, dateInChicago(now), ++sequence);
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark);

function page(
  files: readonly BankFile[],
  chosen: BankFile | undefined,
  text: string | undefined,
  said?: string,
): string {
  const list = files
    .map(({ id, name, status }) => `<li><a href="/local/bank?file=${id}">${safe(name)}</a> ${status}</li>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local bank | Wellport</title>
<style>body{font:16px/1.5 system-ui;max-width:52rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}select,button{font:inherit;padding:.4rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35rem .5rem;border-bottom:1px solid #8884}td:nth-child(3){text-align:right;font-variant-numeric:tabular-nums}</style></head>
<body><h1>Local bank</h1><p>A stand-in for the bank. It answers into the portal’s own inbox. Payments complete by themselves once the <a href="/local/clock">clock</a> has passed the second banking day after the effective date.</p>
${said ? `<p role="status"><strong>${safe(said)}</strong> <a href="/admin/bankfiles/received">See it in the portal</a></p>` : ''}
${chosen ? formOf(chosen, text) : ''}<h2>Files in the outbox</h2><ul>${list || '<li>No file was sent yet.</li>'}</ul></body></html>`;
}

function formOf({ id, name, effectiveDate }: BankFile, text: string | undefined): string {
  if (text === undefined) return `<h2>${safe(name)}</h2><p>This file is not in the outbox.</p>`;
  const options = ['<option value="">–</option>', ...codes.map((code) => `<option>${code}</option>`)].join(
    '',
  );
  const rows = entriesOf(text)
    .slice(0, 500)
    .map(
      ({ entry }) =>
        `<tr><td>${safe(entry.name)}</td><td>x${entry.accountNumber.slice(-4)}</td><td>${showMoney(entry.amount)}</td><td><select name="code-${entry.trace}" aria-label="Code for ${safe(entry.name)}">${options}</select></td></tr>`,
    )
    .join('');
  return `<h2>${safe(name)}</h2><p>Effective ${showDate(effectiveDate)}.</p><form method="post"><input type="hidden" name="file" value="${id}">
<p><button name="acknowledge" value="yes">Acknowledge the file</button> <button>Return and correct what is chosen</button></p>
<table><tr><th>Name</th><th>Account</th><th>Amount</th><th>Code</th></tr>${rows}</table></form>`;
}

import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { showDate } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { bankActions, replyCodes } from './reply.ts';
import { outboxModes, type OutboxMode } from './outbox-mode.ts';
import { entriesOf } from './reply-file.ts';

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

export const bankPage = ({ files, chosen, text, message, mode, waiting }: BankPage): string =>
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

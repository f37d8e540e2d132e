// Synchronizes the roster with a CSV file: node sync-roster.mjs employees.csv
// The first line names the fields: employeeNumber,firstName,lastName,email. A cell must not contain a line break.
// An unchanged file repeats the last request, which has no effect; delete the .sync.json file to compare again.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const { WELLPORT, CLIENT_ID, CLIENT_SECRET } = process.env;
const [file = 'employees.csv'] = process.argv.slice(2);

const content = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
const cellsOf = (line) =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );
const [fields, ...records] = content.split(/\r?\n/).filter(Boolean).map(cellsOf);
const rows = records.map((cells) => Object.fromEntries(fields.map((name, at) => [name, cells[at]])));

const request = async (path, options) => {
  const response = await fetch(`${WELLPORT}/api${path}`, options);
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body;
};
const secret = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
const login = { method: 'POST', body: new URLSearchParams(secret) };
const headers = { authorization: `Bearer ${(await request('/oauth/token', login)).access_token}` };

const hash = createHash('sha256').update(content).digest('hex');
const last = existsSync(`${file}.sync.json`) ? JSON.parse(readFileSync(`${file}.sync.json`, 'utf8')) : {};
const key = last.hash === hash ? last.key : randomUUID();
writeFileSync(`${file}.sync.json`, JSON.stringify({ hash, key })); // before the request, which can then be repeated
const body = JSON.stringify({ idempotencyKey: key, mode: 'roster', rows });
let batch = await request('/eligibility/batches', { method: 'POST', headers, body });
const path = `/eligibility/batches/${batch.id}`;
while (['reading', 'applying'].includes(batch.state)) {
  await pause(500);
  batch = await request(path, { headers });
}
const { items } = await request(`${path}/errors`, { headers });
for (const { row, email, message } of items) console.error(`row ${row}: ${email} ${message}`);
console.log(batch.state, JSON.stringify(batch.counts));
process.exitCode = batch.state === 'applied' && items.length === 0 ? 0 : 1;

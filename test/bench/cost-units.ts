import { writeFileSync } from 'node:fs';
import { transact } from '../../functions/table/transact.ts';
import { beginJob } from '../../functions/jobs/begin.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { paymentsList } from '../../functions/payments/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { pagesOfList } from '../../functions/table/list.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { users } from '../../shared/contracts/users.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { generate, load } from './generation.ts';
import { print, type Line } from './measure.ts';
import { costOf } from '../support/table-cost.ts';

const size = 1000;
const rounded = (units: number): number => Math.round(units * 100) / 100;

/**
 * Table units of a call, a list page, a check-in, a payment, and a payment change, as the local engine reports them:
 * the basis of docs/cost.md. Writes infra/cost/units.ts.
 */
export async function benchCostUnits(): Promise<Line[]> {
  const world = await makeWorld();
  const a = await costOf(() => call(users.me, world.admin));
  const page = await costOf(() =>
    call(employees.keyFobs, world.admin, { query: { partnerID: world.own.partner.id } }),
  );
  const rows = Array.from(
    { length: 20 },
    (_, day) => `AB0011,4100,10/${String(day + 1).padStart(2, '0')}/2026`,
  );
  const bytes = Buffer.from(`Key Fob,Club ID,Date\n${rows.join('\n')}\n`);
  const begun = await call(visits.importCheckIns, world.admin, {
    files: { file: { name: 'visits.csv', bytes } },
  });
  const began = performance.now();
  const checkIns = await costOf(() => runJob(begun.body.jobId));
  const month = { partnerId: world.own.partner.id, periodId: '202610' };
  await beginJob(
    { id: 'bench-archive', kind: 'visits archive', input: month, total: 0, message: '' },
    { userId: 'bench' },
    new Date(),
  );
  const archived = await costOf(() => runJob('bench-archive'));
  await load('8900', size);
  const generated = await generate('bench-cost', '8900');
  const list = paymentsList('member', {
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '8900',
    periodId: '202610',
  });
  let move = { readUnits: 0, writeUnits: 0 };
  for await (const { rows: payments } of pagesOfList(list, 'memberFullName')) {
    const [payment] = payments;
    if (payment)
      move = await costOf(() =>
        transact(
          ...paymentChange(payment, { ...payment, status: 2 }),
          auditWrite(
            { name: 'payment status changed', subject: `payment ${payment.id}`, who: 'bench' },
            new Date(),
          ),
        ),
      );
    break;
  }
  const jobSeconds = (performance.now() - began) / 1000 / (size + rows.length);
  const units = {
    call: { read: rounded(a.readUnits) },
    page: { read: rounded(page.readUnits) },
    checkIn: {
      read: rounded(checkIns.readUnits / rows.length),
      write: rounded(checkIns.writeUnits / rows.length),
    },
    archivedVisit: {
      read: rounded(archived.readUnits / rows.length),
      write: rounded(archived.writeUnits / rows.length),
    },
    payment: { read: rounded(generated.readUnits / size), write: rounded(generated.writeUnits / size) },
    move: { read: 1, write: rounded(move.writeUnits) },
    jobSeconds: Math.ceil(jobSeconds * 1000) / 1000,
    // what a warm call takes in a function of 1 GB, docs/deploy.md
    callSeconds: 0.03,
  };
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    'infra/cost/units.ts',
    `/** Units of the table and seconds, as \`npm run bench -- cost\` measured them on ${day} and wrote them here. */
export const unitsOf = '${day}';

export const units = ${JSON.stringify(units, null, 2)};
export type Units = typeof units;
`,
  );
  const lines = Object.entries(units).map(([what, value]) => ({ what, value: JSON.stringify(value) }));
  print('What the bill is made of', lines);
  return lines;
}

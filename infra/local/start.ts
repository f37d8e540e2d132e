import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { demoCompany } from './demo/scenario.ts';
import { memberLogins } from './demo/login-table.ts';
import { refuseIfRunning } from './data-lock.ts';
import { userMessage } from './tools/user-error.ts';
import { startWellport } from './wellport.ts';
import { milliseconds } from './tools/time-and-chance.ts';

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    data: { type: 'string', default: '.local/data' },
    // the built site, as on the CDN, for tests and benchmarks
    built: { type: 'boolean', default: false },
  },
});

const began = milliseconds();
let stop: (() => Promise<void>) | undefined;
let isStopping = false;
const end = async () => {
  if (isStopping) return;
  isStopping = true;
  console.log('\nStopping.');
  await stop?.();
  // ends the engines also during the start
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
try {
  if (values.fresh) {
    refuseIfRunning(values.data);
    rmSync(values.data, { recursive: true, force: true });
  }
  const running = await startWellport({
    port: Number(values.port),
    data: values.data,
    built: values.built,
    say: (line) => console.log(line),
  });
  console.log(`
Wellport is ready after ${((milliseconds() - began) / 1000).toFixed(1)} s.

  Site      ${running.address}
  API       ${running.address}/api/openapi.json
  Mailbox   ${running.address}/local/mailbox
  Clock     ${running.address}/local/clock
  Bank      ${running.address}/local/bank

  Administrator     admin@wellport.test
  Second one        admin2@wellport.test
  Partner manager   manager@wellport.test
${memberLogins.map(({ title, email }) => `  ${title.padEnd(18)}${email}`).join('\n')}
  Club manager      club@wellport.test
  Password          Wellport2026      PIN 246810
  Company log-in    ${demoCompany.people[0]?.email}, HR of Northlake Health Plan, by its identity provider

Ctrl-C stops everything. "npm start -- --fresh" begins with new data.`);
  stop = running.stop;
} catch (error) {
  const isInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const message = isInUse
    ? `A port was taken during the start: ${(error as Error).message}. Your data is unchanged. Start again.`
    : userMessage(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}

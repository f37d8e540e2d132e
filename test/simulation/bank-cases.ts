import type { BankFile } from '../../shared/bank-files/bank-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { decisiveTraces } from './bank.ts';
import { pin, type World } from './world.ts';

const pick = <Of>({ portal: { cloud } }: World, from: readonly Of[]): Of | undefined =>
  from[Math.floor(cloud.random() * from.length)];

const filesIn = ({ observed }: World, ...statuses: BankFile['status'][]): BankFile[] =>
  [...observed.bankFiles.values()].filter(({ status }) => statuses.includes(status));

/** Two administrators reverse an entry of a file that was sent; sometimes the second one does not confirm. */
export async function reverseEntry(world: World): Promise<void> {
  const { portal, admins, observed } = world;
  const files = filesIn(world, 'submitted', 'acknowledged', 'settled').filter(
    ({ purpose = 'payments' }) => purpose === 'payments',
  );
  // older files are refused
  const recent = new Set(files.slice(-6).map(({ id }) => id));
  const attempts = [...observed.payments.values()].flatMap((payment) =>
    payment.attempts.filter(({ bankFileId, trace }) => recent.has(bankFileId ?? '') && trace !== null),
  );
  const decisive = new Set(decisiveTraces(observed));
  const first = attempts.filter(({ trace }) => decisive.has(trace ?? ''));
  const attempt = pick(world, first.length > 0 && portal.cloud.random() < 0.5 ? first : attempts);
  const file = files.find(({ id }) => id === attempt?.bankFileId);
  if (!file || !attempt) return;
  const body = { reason: 'amount', note: 'The wrong amount went out.', traces: [attempt.trace] };
  const params = { bankFileId: file.id };
  await portal.request(bankFiles.reverseFile, admins[0], { params, body });
  if (portal.cloud.random() < 0.9)
    await portal.request(bankFiles.reverseFile, admins[1], { params, body: { ...body, pin } });
  await portal.work();
}

/** Two administrators ask the bank about files with an unknown delivery, and report what it has. */
export async function resolveUnknown(world: World): Promise<void> {
  const { portal, admins } = world;
  const { cloud } = portal;
  for (const { id: bankFileId, name } of filesIn(world, 'unknown')) {
    // a delivery can arrive for fifteen minutes, and clocks differ by up to four
    cloud.moveTo(new Date(cloud.now.getTime() + 20 * 60_000).toISOString());
    const hasArrived = cloud.files.files.has(`wellport-outbox/${name}`);
    const outcome = hasArrived ? 'arrived' : 'never arrived';
    const body = { outcome, note: 'Asked by phone.' };
    const params = { bankFileId };
    await portal.request(bankFiles.resolveFile, admins[0], { params, body });
    await portal.request(bankFiles.resolveFile, admins[1], { params, body: { ...body, pin } });
    await portal.work();
  }
}

/** Sends prenotes for the new accounts of the flow that requires them. */
export async function sendPrenotes({ portal, admins: [admin] }: World): Promise<void> {
  const { body } = await portal.request(bankFiles.listWaitingAccounts, admin);
  const { items = [] } = (body ?? {}) as { items?: { state: string; bankFlow: string | null }[] };
  const bankFlow = items.find(({ state }) => state === 'prenote needed')?.bankFlow;
  if (!bankFlow) return;
  await portal.request(bankFiles.sendPrenotes, admin, { body: { bankFlow, pin } });
  await portal.work();
}

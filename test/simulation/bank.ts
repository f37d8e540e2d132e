import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { acknowledgementFile, entriesOf, replyFile, type Reply } from '../../infra/local/bank/reply-file.ts';
import { pin, type World } from './world.ts';

const ourBank = '091000022';

/** Returns the month of a date, or one some months later, as a period: YYYYMM. */
function periodAt(date: string, offset: number): string {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + offset;
  return `${Math.floor(index / 12)}${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Months in which payments of each type can be due, relative to today, and the programs that have them. */
const partnerTypes = [
  { paymentTypeID: 4, types: [1, 2, 3], months: [-1, 0] },
  { paymentTypeID: 5, types: [3], months: [-2, -1] },
];
const memberTypes = [
  { paymentTypeID: 6, types: [2, 3], months: [-1, 0, 1] },
  { paymentTypeID: 7, types: [2, 3], months: [-2, -1] },
];

const combinations = (
  rows: readonly { paymentTypeID: number; types: number[]; months: number[] }[],
  date: string,
) =>
  rows.flatMap(({ paymentTypeID, types, months }) =>
    types.flatMap((programPaymentTypeID) =>
      months.map((month) => ({ programPaymentTypeID, paymentTypeID, periodID: periodAt(date, month) })),
    ),
  );

/** An administrator checks every kind of payments that may be due and sends what the portal offers. */
export async function sendDuePayments(world: World): Promise<void> {
  const {
    portal,
    admins: [admin],
  } = world;
  const date = portal.cloud.now.toISOString().slice(0, 10);
  for (const query of combinations(partnerTypes, date))
    await send(
      world,
      () => portal.request(bankFiles.checkPartnerWithdrawal, admin, { query }),
      (hash) => portal.request(bankFiles.sendPartnerWithdrawal, admin, { body: { ...query, pin, hash } }),
    );
  for (const programPaymentTypeId of [1, 2, 3]) {
    const params = { programPaymentTypeId, partnerId: '0', periodId: periodAt(date, -1) };
    await send(
      world,
      () => portal.request(bankFiles.checkFacilityDeposit, admin, { params }),
      (hash) => portal.request(bankFiles.sendFacilityDeposit, admin, { params, body: { pin, hash } }),
    );
  }
  for (const query of combinations(memberTypes, date))
    await send(
      world,
      () => portal.request(bankFiles.checkMemberPayments, admin, { query }),
      (hash) => portal.request(bankFiles.sendMemberPayments, admin, { body: { ...query, pin, hash } }),
    );
}

async function send(
  { portal }: World,
  check: () => Promise<{
    status: number;
    body: { hash?: string; isAchUploadAvailable?: boolean } | undefined;
  }>,
  confirm: (hash: string) => Promise<unknown>,
): Promise<void> {
  const { body } = await check();
  if (!body?.isAchUploadAvailable || !body.hash) return;
  await confirm(body.hash);
  await portal.work();
}

const later = (instant: string): string => new Date(Date.parse(instant) + 86_400_000).toISOString();

/** The bank of the portal: it answers the files that it has received. */
export class SimulatedBank {
  private readonly answered = new Set<string>();
  private readonly pending: { due: string; name: string; text: string }[] = [];
  private sequence = 0;
  private readonly returnRate: number;
  private readonly repeats: boolean;

  constructor(returnRate: number, repeats: boolean) {
    this.returnRate = returnRate;
    this.repeats = repeats;
  }

  /** Reads new files of the outbox and decides the replies. */
  read({ portal: { cloud } }: World): void {
    for (const name of cloud.files.names('wellport-outbox')) {
      if (this.answered.has(name)) continue;
      this.answered.add(name);
      const text = Buffer.from(cloud.files.files.get(`wellport-outbox/${name}`) ?? []).toString('latin1');
      const entries = entriesOf(text);
      if (entries.length === 0) continue;
      const day = (offset: number) => new Date(cloud.now.getTime() + offset * 86_400_000).toISOString();
      this.pending.push({ due: day(1), name: `ack-${name}`, text: acknowledgementFile(text) });
      const replies: Reply[] = entries
        .filter(() => cloud.random() < this.returnRate)
        .map((sent) => ({ ...sent, code: cloud.random() < 0.6 ? 'R01' : 'R02' }));
      if (replies.length === 0) continue;
      this.sequence += 1;
      const due = day(2 + Math.floor(cloud.random() * 2));
      this.pending.push({
        due,
        name: `returns-${this.sequence}.ach`,
        text: replyFile(ourBank, replies, due.slice(0, 10), this.sequence),
      });
    }
  }

  /** Delivers the files that are due. */
  async deliver({ portal, admins: [admin] }: World): Promise<void> {
    for (const file of this.pending.splice(0)) {
      if (file.due > portal.cloud.now.toISOString()) this.pending.push(file);
      else {
        await portal.succeed(bankFiles.receiveReturns, admin, {
          body: {},
          files: { file: { name: file.name, bytes: Buffer.from(file.text, 'latin1') } },
        });
        await portal.work();
        // banks deliver the same file again
        if (this.repeats && portal.cloud.random() < 0.1) this.pending.push({ ...file, due: later(file.due) });
      }
    }
  }
}

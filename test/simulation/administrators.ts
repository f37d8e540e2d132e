import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { members as memberCalls } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { programBody, type SimulatedMember, type SimulatedPartner, type World } from './world.ts';

const some = <Of>({ portal: { cloud } }: World, from: readonly Of[]): Of | undefined =>
  from[Math.floor(cloud.random() * from.length)];

type Chosen = (payment: Payment) => boolean;
const everyPayment: Chosen = () => true;

/** Payments that an administrator may decide about: neither sent nor replaced. */
const open = ({ observed }: World, statuses: readonly number[], isChosen: Chosen): Payment[] =>
  [...observed.payments.values()].filter((payment) => statuses.includes(payment.status) && isChosen(payment));

/** Corrects the amount of a partner or facility payment, or undoes a correction. */
export async function correct(world: World, isChosen = everyPayment): Promise<void> {
  const { portal, admins, observed } = world;
  const payment = some(
    world,
    open(world, [0], isChosen).filter(({ kind }) => kind !== 'member'),
  );
  if (!payment) return;
  const { id: paymentId, programPaymentTypeId: type, kind, totalPayment, amountToBeSent, version } = payment;
  const chosen = {
    programPaymentTypeID: String(type),
    programPaymentTypeId: String(type),
    paymentId,
    version,
  };
  const [correctIt, undoIt] =
    kind === 'partner'
      ? [payments.correctPartnerPayment, payments.undoPartnerCorrection]
      : [payments.correctFacilityPayment, payments.undoFacilityCorrection];
  if (amountToBeSent !== totalPayment) await portal.request(undoIt, admins[1], { body: chosen });
  else {
    const amount = Math.max(1, totalPayment - Math.floor(portal.cloud.random() * 5000));
    const body = { ...chosen, amountToBeSent: (amount / 100).toFixed(2), reason: 'Agreed by phone.' };
    const { status } = await portal.request(correctIt, admins[1], { body });
    // a refused correction is never sent; the response of a successful one can be lost
    if (status < 400 || status >= 500) observed.corrections.set(paymentId, amount);
  }
}

/** Cancels an open payment or marks it as paid outside of the portal. */
export async function decide(world: World, isChosen = everyPayment): Promise<void> {
  const { portal, admins } = world;
  const all = open(world, [0, 3], isChosen);
  // the portal refuses decisions about payments in a bank file
  const reserved = all.filter(({ bankFileId }) => bankFileId !== null);
  const payment = some(world, reserved.length > 0 && portal.cloud.random() < 0.5 ? reserved : all);
  if (!payment) return;
  const decision = portal.cloud.random() < 0.5 ? 'cancel' : 'markSentExternally';
  const { id: paymentId, version } = payment;
  const body = { decision, reason: 'Settled otherwise.', payments: [{ paymentId, version }] };
  await portal.request(payments.changeStatus, admins[1], { body });
  await portal.work();
}

/** Collects canceled first dues again, so that the member does not wait forever. */
export async function collectAgain(
  { portal, admins }: World,
  { id: memberId }: SimulatedMember,
): Promise<void> {
  await portal.request(memberCalls.collectFirstDues, admins[0], { params: { memberId } });
}

interface OpenEntry {
  inboxFileId: string;
  position: number;
  status: string;
  code: string;
  originalTrace: string;
}

/** Decides about entries of the bank that the portal did not apply by itself, and closes cases. */
export async function reviewEntries({ portal, admins, bankView }: World): Promise<void> {
  const admin = admins[portal.cloud.random() < 0.5 ? 0 : 1];
  const { body } = await portal.request(bankFiles.listOpenEntries, admin);
  const items = (body as { items?: OpenEntry[] } | undefined)?.items;
  for (const { inboxFileId, position, status, code, originalTrace } of items ?? []) {
    const isCase = status === 'case';
    const action = isCase ? 'close' : portal.cloud.random() < 0.5 ? 'assign' : 'dismiss';
    const { status: saved, body: response } = await portal.request(bankFiles.settleEntry, admin, {
      params: { inboxFileId, position },
      body: { action, note: 'Agreed with the bank.', ...(action === 'assign' && { trace: originalTrace }) },
    });
    const isSaved = (response as { message?: string } | undefined)?.message === 'Your decision was saved.';
    // the response of a successful request can be lost
    if (action === 'assign' && (isSaved || saved === 0 || saved >= 500))
      bankView.assigned(originalTrace, code, isSaved);
    await portal.work();
  }
}

/** Generates the payments of a month again. */
export async function generateAgain(world: World, period: string): Promise<void> {
  const { portal, admins } = world;
  const partner = some(world, world.partners);
  if (!partner) return;
  const body = {
    programTypeID: partner.terms.type,
    partnerID: partner.id,
    periodID: period,
    usagePeriodID: period,
  };
  const isOfMembers = partner.terms.type !== 1 && portal.cloud.random() < 0.5;
  if (isOfMembers)
    await portal.request(payments.generateMemberPayments, admins[0], { body: { ...body, paymentTypeID: 7 } });
  else {
    partner.generatedByHand.add(period);
    await portal.request(payments.generateFacilityPayments, admins[0], {
      body: { ...body, programTypeID: 1, programPaymentTypeID: partner.terms.type, paymentTypeID: 3 },
    });
  }
  await portal.work();
}

/** Changes dues and required visits from the first month that the portal allows. */
export async function changeTerms({ portal, admins }: World, partner: SimulatedPartner): Promise<void> {
  const { id, terms, changes } = partner;
  if (terms.type === 1 || changes.length > 0) return;
  const query = { partnerId: id };
  const { body: before } = await portal.succeed(groupMemberships.get, admins[0], { query });
  const changed = { ...terms, dues: terms.dues + 5, visits: terms.visits - 2 };
  const { version, launchDate } = before as { version: number; launchDate: string };
  await portal.request(groupMemberships.update, admins[0], {
    body: { ...programBody(id, changed, launchDate), version },
  });
  // the response can be lost; the page shows the months from which the change counts
  const { body: after } = await portal.succeed(groupMemberships.get, admins[0], { query });
  const { versions } = after as {
    versions: { fromPeriod: string; memberDuesAmount: number; numberOfVisitsToReimburse: number }[];
  };
  const duesFrom = versions.find(({ memberDuesAmount }) => memberDuesAmount === changed.dues)?.fromPeriod;
  const reimbursementFrom = versions.find(
    ({ numberOfVisitsToReimburse }) => numberOfVisitsToReimburse === changed.visits,
  )?.fromPeriod;
  if (duesFrom === undefined || reimbursementFrom === undefined) return;
  changes.push({ duesFrom, reimbursementFrom, dues: changed.dues, visits: changed.visits });
  await portal.work();
}

/** Creates the payroll file of a closed month. */
export async function makePayroll(
  { portal, managers }: World,
  { id, terms }: SimulatedPartner,
  periodID: string,
): Promise<void> {
  if (terms.reimbursementType !== 8) return;
  await portal.request(payments.makePayroll, managers.get(id), {
    params: { partnerId: id },
    body: { periodID },
  });
  await portal.work();
}

/** A manager reads the own partner's data, and may not read another's. */
export async function readAsManager(world: World, periodID: string): Promise<void> {
  const { portal, managers } = world;
  const [own, other] = [some(world, world.partners), some(world, world.partners)];
  const manager = managers.get(own?.id ?? '');
  if (!own || !other || !manager) return;
  for (const { id } of [own, other]) {
    const responses = [
      await portal.request(employees.keyFobs, manager, { query: { partnerId: id, partnerID: id } }),
      await portal.request(groupMemberships.get, manager, { query: { partnerId: id } }),
      await portal.request(visits.list, manager, { query: { partnerID: id, periodID } }),
    ];
    if (id !== own.id && responses.some(({ status }) => status === 200))
      portal.leaks.push(`the manager of ${own.id} reads data of ${id}`);
  }
}

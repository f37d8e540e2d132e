import { findUserByEmail } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { lettersOf } from './hiring.ts';
import { some } from './roster-files.ts';
import { fail } from './violation.ts';
import { assertVouchers } from './voucher-sums.ts';
import type { World } from './world.ts';

const facilityManagers = new WeakMap<World, Map<string, User>>();

/** Returns the manager of a club, after an invitation by an administrator if there is none. */
async function managerOf(world: World, facilityId: string): Promise<User | undefined> {
  const known = facilityManagers.get(world) ?? new Map<string, User>();
  facilityManagers.set(world, known);
  const email = `club-${facilityId}@clubs.test`;
  if (!known.has(facilityId)) {
    const body = { email, firstName: 'Cy', lastName: 'Moss' };
    await world.portal.request(facilities.inviteManager, world.admins[0], { params: { facilityId }, body });
  }
  const user = known.get(facilityId) ?? (await findUserByEmail(email));
  // a request that failed halfway is repeated the next time
  if (user?.facilityId) known.set(facilityId, user);
  return known.get(facilityId);
}

/** Clubs redeem vouchers of a program, also twice, concurrently, and when it is too late; administrators change others. */
export async function useVouchers(world: World, programId: string): Promise<void> {
  const { portal, observed } = world;
  const program = observed.vouchers.programs.get(programId);
  if (!program?.publishedOn) return;
  for (let uses = 1 + Math.floor(portal.cloud.random() * 3); uses > 0; uses--) {
    const chosen = some(world, observed.vouchers.ofProgram(program));
    if (chosen) await use(world, chosen);
    await portal.work();
  }
  const replaced = some(world, observed.vouchers.replaced);
  if (replaced !== undefined && portal.cloud.random() < 0.2) await redeem(world, { code: replaced });
  await assertVouchers(world);
  for (const facility of facilityManagers.get(world)?.values() ?? []) await assertMonth(world, facility);
}

async function use(world: World, voucher: Voucher): Promise<void> {
  const { random } = world.portal.cloud;
  const chance = random();
  if (chance < 0.55) {
    const times = 1 + Math.floor(random() * 3);
    await world.portal.cloud.concurrently(Array.from({ length: times }, () => () => redeem(world, voucher)));
  } else if (chance < 0.65) await change(world, voucher, 'void');
  else if (chance < 0.75) await change(world, voucher, 'undoRedemption');
  else if (chance < 0.85) await emailAgain(world, voucher);
  else await bounce(world, voucher);
}

/** A club redeems a code, and sometimes undoes that within minutes. */
async function redeem(world: World, { code, id = '' }: { code: string; id?: string }): Promise<void> {
  const { portal, observed, facilityIds } = world;
  const facility = await managerOf(world, some(world, facilityIds) ?? '');
  if (!facility) return;
  const { status } = await portal.request(vouchers.redeem, facility, { body: { code } });
  if (status !== 200) return;
  const stored = observed.vouchers.vouchers.get(id);
  if (!stored) fail('a code that is no longer valid was redeemed');
  // a concurrent action may undo it
  if (!portal.cloud.isRacing && (stored.status !== 'redeemed' || stored.facilityId !== facility.facilityId))
    fail(`voucher ${id} is ${stored.status} at ${stored.facilityId} and redeemed at ${facility.facilityId}`);
  if (portal.cloud.random() < 0.2)
    await portal.request(vouchers.undoOwnRedemption, facility, { body: { code } });
  await assertMonth(world, facility);
}

/** Asserts that the redemptions of a club in this month equal the vouchers. */
async function assertMonth({ portal, observed }: World, facility: User): Promise<void> {
  if (portal.cloud.isRacing) return;
  const month = dateInChicago(portal.cloud.now).slice(0, 7);
  const { body } = await portal.request(vouchers.redemptions, facility, {
    query: { periodId: month.replace('-', '') },
  });
  let sum = 0;
  for (const { facilityId, redeemedOn, programId } of observed.vouchers.vouchers.values())
    if (
      facilityId === facility.facilityId &&
      redeemedOn &&
      dateInChicago(new Date(redeemedOn)).startsWith(month)
    )
      sum += (observed.vouchers.programs.get(programId)?.redemptionValue ?? 0) / 100;
  if (body && body.totalAmount !== sum)
    fail(`club ${facility.facilityId} shows redemptions of ${body.totalAmount}, not ${sum}`);
}

/** An administrator voids a voucher or undoes its redemption of the same day. */
async function change(
  { portal, admins }: World,
  { id: voucherId, version }: Voucher,
  by: 'void' | 'undoRedemption',
): Promise<void> {
  const body = { reason: 'Asked for by phone.', version };
  await portal.request(vouchers[by], admins[1], { params: { voucherId }, body });
}

/** An administrator sends a voucher again, or corrects the address of one that is undeliverable. */
async function emailAgain({ portal, admins }: World, voucher: Voucher): Promise<void> {
  const { id: voucherId, version, status, recipientEmail } = voucher;
  const body = { reason: 'Asked for by phone.', version };
  const domain = recipientEmail.split('@')[1];
  const email = `corrected-${lettersOf(Math.floor(portal.cloud.random() * 1e9))}@${domain}`;
  if (status === 'undeliverable')
    await portal.request(vouchers.correctEmail, admins[1], {
      params: { voucherId },
      body: { ...body, email },
    });
  else await portal.request(vouchers.resend, admins[1], { params: { voucherId }, body });
}

/** The email service reports a bounce or a complaint about the last email, or again about an earlier one. */
async function bounce({ portal }: World, { id, emailNumber }: Voucher): Promise<void> {
  const { random } = portal.cloud;
  const number = random() < 0.8 ? emailNumber : 1;
  const kind = random();
  const bounced = { bounceType: kind < 0.4 ? 'Permanent' : 'Transient', bouncedRecipients: [{}] };
  const mail = { tags: { voucher: [id], email: [String(number)] } };
  const detail = kind < 0.8 ? { bounce: bounced, mail } : { complaint: {}, mail };
  await portal.deliverEvent('vouchers/on-email-event', { detail });
}

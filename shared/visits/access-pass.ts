import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import type { Facility } from '../facilities/facility.ts';
import { activated, isOnHold, onHold, suspended, type Member } from '../members/member.ts';
import { currentPause } from '../members/standing.ts';
import { Refusal } from '../refusal.ts';
import type { FeatureFlags } from '../settings/feature-flags.ts';
import { addDays, showDate, type CalendarDate } from '../calendar.ts';

// Code generation that a phone can run offline: imports nothing.

/** A code is shown for this long. */
export const passSeconds = 30;
/** For how many days a phone shows codes without asking again. */
export const passDays = 7;
/** Phones and clubs may differ by one code either way. */
export const passTolerance = 1;
/** How many codes back one is still known as an old one. */
export const oldCodes = 20;

// Crockford's 32: five bits each, and no I, L, O, U
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const partLength = 8;

/** Which code is shown at an instant: the number of half minutes since 1970. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / passSeconds);

/** Eight symbols of the first five bytes of a code's MAC. */
export function codeOfMac(mac: Uint8Array): string {
  const bits = [...mac.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(
    { length: partLength },
    (_, at) => symbols[parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
  ).join('');
}

/** The message of a code's MAC. */
export const codeMessage = (number: string, step: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${number}/${step}`);

/** A code as it is shown and scanned: number and code, in groups of four. */
export const passText = (number: string, code: string): string =>
  `${number}${code}`.replaceAll(/.{4}(?=.)/g, '$&-');

/** A pass as people type it or a camera reads it; undefined when the text can be none. */
export function readPass(input: string): { number: string; code: string } | undefined {
  const text = input.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  const read = text.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (read.length !== 2 * partLength || Array.from(read).some((symbol) => !symbols.includes(symbol)))
    return undefined;
  return { number: read.slice(0, partLength), code: read.slice(partLength) };
}

/**
 * A member's access pass as the server keeps it: the number that names it, and the public key of the one phone that
 * shows it. The phone's private key never leaves the phone.
 */
export const accessPass = z.object({
  memberId: z.string(),
  number: z.string(),
  /** The phone's public key on P-256, uncompressed, base64url. */
  publicKey: z.string(),
  /** ISO instant. */
  certifiedUntil: z.string(),
  /** The last code that was counted; codes count upwards only. */
  lastStep: z.int(),
  version: recordVersion,
});
export type AccessPass = z.output<typeof accessPass>;

/** Returns true if a phone can show a pass for the member: both flags are on, and the membership is active. */
export const mayHavePass = (
  { invitationStatus }: Member,
  { gmrAddProgram, gmAccessPassFeature }: Pick<FeatureFlags, 'gmrAddProgram' | 'gmAccessPassFeature'>,
): boolean => gmrAddProgram && gmAccessPassFeature && invitationStatus === activated;

/** Throws 'invalid' unless both flags are on and the membership is active. */
export function checkMayHavePass(
  member: Member,
  { gmrAddProgram, gmAccessPassFeature }: Pick<FeatureFlags, 'gmrAddProgram' | 'gmAccessPassFeature'>,
  today: CalendarDate,
): void {
  if (!gmrAddProgram || !gmAccessPassFeature)
    throw new Refusal('invalid', 'Access passes are not offered. Use your key fob.');
  checkStanding(member, today, 'You');
}

function checkStanding(member: Member, today: CalendarDate, who: 'You' | 'The member'): void {
  const { invitationStatus } = member;
  const your = who === 'You' ? 'Your' : "The member's";
  if (invitationStatus === suspended)
    throw new Refusal(
      'invalid',
      `${your} membership is suspended until the billing info is updated. No visit was counted.`,
    );
  if (invitationStatus === onHold || isOnHold(member, today)) {
    const pause = invitationStatus === onHold ? undefined : currentPause(member, today);
    const state = pause ? `paused until ${showDate(pause.to)}` : 'on hold';
    throw new Refusal('invalid', `${your} membership is ${state}. No visit was counted.`);
  }
  if (invitationStatus !== activated)
    throw new Refusal('invalid', `${your} membership is not active. No visit was counted.`);
}

// a club is rarely offline for longer
const deliveryMs = 24 * 3_600_000;

/** Returns the instant of a scan. Refuses ('invalid') one that is delivered more than a day later. */
export function timeOfScan(scannedAt: string | undefined, now: Date): Date {
  if (scannedAt === undefined) return now;
  const at = new Date(scannedAt);
  const age = now.getTime() - at.getTime();
  if (age > deliveryMs || age < -passTolerance * passSeconds * 1000)
    throw new Refusal(
      'invalid',
      'This scan is older than a day, or the clock of your device is wrong. Report the visit with a check-in file.',
      'code',
    );
  return at;
}

/**
 * Refuses a code in words: `step` is the one that it belongs to, undefined where it is of none that were shown lately.
 * A code that was counted before, or is older than one that was, may be a copy. A delayed scan may be older than a later
 * one, and be delivered twice; its visit still counts once a day.
 */
export function checkPassCode(
  pass: AccessPass,
  step: number | undefined,
  now: Date,
  isDelayed = false,
): asserts step is number {
  if (step === undefined)
    throw new Refusal(
      'invalid',
      'This code belongs to another pass or an old one. Scan the code on the phone now.',
      'code',
    );
  if (pass.certifiedUntil <= now.toISOString())
    throw new Refusal(
      'invalid',
      `This pass has expired: it was not renewed for ${passDays} days. The member renews it by opening it online.`,
      'code',
    );
  if (step <= pass.lastStep && !isDelayed)
    throw new Refusal(
      'conflict',
      'This code was already used, so it may be a copy. Scan the next code on the member’s phone.',
      'code',
    );
  if (step < stepOf(now) - passTolerance)
    throw new Refusal('invalid', 'This code has expired. Scan the code on the phone now.', 'code');
}

/** Refuses ('invalid') who may not come in at this club: suspended, not active, or of another club. */
export function checkPassHolder(
  member: Member,
  facility: Pick<Facility, 'id' | 'isAf'>,
  today: CalendarDate,
): void {
  checkStanding(member, today, 'The member');
  if (member.facilityId === facility.id || (facility.isAf && member.facilityIsAf === true)) return;
  throw new Refusal(
    'invalid',
    `This pass is of ${member.facilityName ?? 'another club'}, not of your club. No visit was counted.`,
    'code',
  );
}

/** The content of a pass in a phone's wallet: the barcode is the key fob that the club's own system reads. */
export interface WalletPass {
  memberId: string;
  memberName: string;
  facilityName: string;
  barcode: string;
  /** Last day of the membership; null if none is known. */
  lastDay: CalendarDate | null;
}

/** Returns the wallet pass of an active member with a key fob; undefined for others. */
export function walletPassOf(
  member: Member,
  flags: Pick<FeatureFlags, 'gmrAddProgram' | 'gmAccessPassFeature'>,
): WalletPass | undefined {
  if (!mayHavePass(member, flags) || member.keyFobNumber === null) return undefined;
  return {
    memberId: member.id,
    memberName: `${member.firstName} ${member.lastName}`,
    facilityName: member.facilityName ?? '',
    barcode: member.keyFobNumber,
    lastDay: member.leavingOn === null ? null : addDays(member.leavingOn, -1),
  };
}

/** Throws 'conflict': the deployment has no certificates, or the member is not active or has no key fob. */
export function noWalletPass(): never {
  throw new Refusal('conflict', 'A wallet pass is not available for this membership. Use your key fob.');
}

/** Meaning of a status: a visit, one that the club withdraws, none (denied, no-show), or unknown. */
export type CheckInResult = 'visit' | 'withdrawn' | 'absent' | 'unknown';

const words = (text: string): ReadonlySet<string> => new Set(text.split(', '));

const results: Record<Exclude<CheckInResult, 'unknown'>, ReadonlySet<string>> = {
  visit: words(
    'ok, okay, accepted, allowed, admitted, granted, access granted, approved, success, successful, checked in, check in, signed in, attended, arrived, present, complete, completed, valid, entry, visit',
  ),
  withdrawn: words(
    'void, voided, canceled, cancelled, reversed, reversal, deleted, removed, withdrawn, correction, undone',
  ),
  absent: words(
    'denied, access denied, refused, rejected, failed, declined, blocked, invalid, no show, absent, missed, late cancel, late canceled, late cancelled, early cancel, early canceled, early cancelled, booked, reserved, waitlisted, expired',
  ),
};

/** Status of a check-in that another row of its file withdraws. */
export const withdrawnInFile = 'Absent';

/** Returns what a status of a club's file means; without one, a check-in is a visit. */
export function resultOfStatus(status: string): CheckInResult {
  const word = status
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  if (word === '') return 'visit';
  const match = Object.entries(results).find(([, words]) => words.has(word));
  return (match?.[0] as CheckInResult | undefined) ?? 'unknown';
}

const yes = /^(1|x|y|yes|true)$/i;
const no = /^(0|n|no|false)$/i;

/** Returns true for a value of a column such as "Voided", which answers yes or no. */
export const isYesOrNo = (value: string): boolean => yes.test(value) || no.test(value);

/** Returns the status of a row: of a column "Voided" with yes or no, "Void" or none; of a negative number, "Void". */
export function statusOfRow(status: string, count: string): string {
  if (/^-\d/.test(count) || yes.test(status)) return 'Void';
  return no.test(status) ? '' : status;
}

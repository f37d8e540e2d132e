import { dateInChicago, daysBetween, type CalendarDate } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { rowRefusal } from '../../../shared/employees/employee-rows.ts';
import { domainsIn, type SignUp, type SignUpLink } from '../../../shared/employees/sign-up.ts';
import { plural } from '../../../shared/number-words.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { AuditEventName } from '../../../shared/audit-event.ts';
import { handle } from '../../handle.ts';
import { takeFitting } from '../../jobs/fitting.ts';
import { membershipGuards } from '../../members/membership-count-store.ts';
import { loadPartner } from '../../partners/store.ts';
import { newCode } from '../../platform/digest.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import type { Change } from '../../table/write.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadCapacity, membersAdded, rowAddition } from '../add-members.ts';
import { rosterChangesOf } from '../changes/change-store.ts';
import {
  deletionDate,
  listSignUps,
  loadSignUpLink,
  loadSignUps,
  signUpChange,
  signUpLinkChange,
  stateOfLink,
} from '../sign-up-store.ts';

const newLinkToken = (): string => newCode(16);

/** Returns the day on which the partner's last full roster was applied, among its recent roster changes. */
async function lastRosterDay(partnerId: string): Promise<CalendarDate | null> {
  const { items } = await rosterChangesOf(partnerId, undefined);
  const last = items.find(({ kind, status }) => kind === 'roster' && status === 'done');
  return last ? dateInChicago(new Date(last.finishedAt ?? last.startedAt)) : null;
}

/** Returns the audit event of a link, without its token and code word. */
const linkEvent = (name: AuditEventName, after: SignUpLink, who: string, now: Date): Change =>
  auditWrite(
    {
      name,
      subject: `partner ${after.partnerId}`,
      who,
      after: {
        isOn: after.isOn,
        domains: after.domains,
        hasCodeWord: after.codeWord !== null,
        endsOn: after.endsOn,
      },
    },
    now,
  );

async function mustLoadLink(partnerId: string): Promise<SignUpLink> {
  const link = await loadSignUpLink(partnerId);
  if (!link) throw new Refusal('not-found', 'This partner has no sign-up link.');
  return link;
}

export const signUpLinkHandler = handle(employees.signUpLink, async ({ params: { partnerId }, now }) => {
  const [link, partner, lastRosterOn] = await Promise.all([
    loadSignUpLink(partnerId),
    loadPartner(partnerId),
    lastRosterDay(partnerId),
  ]);
  return {
    state: await stateOfLink(partnerId, link, dateInChicago(now), now),
    token: link?.token ?? null,
    domains: link?.domains ?? [],
    codeWord: link?.codeWord ?? null,
    endsOn: link?.endsOn ?? null,
    version: link?.version ?? 0,
    partnerName: partner.name,
    lastRosterOn,
  };
});

export const saveSignUpLinkHandler = handle(
  employees.saveSignUpLink,
  async ({ params: { partnerId }, body, caller, now }) => {
    const today = dateInChicago(now);
    if (body.endsOn !== undefined && body.endsOn < today)
      throw new Refusal('invalid', 'Last day must be today or later.', 'endsOn');
    const before = await loadSignUpLink(partnerId);
    const after: SignUpLink = {
      partnerId,
      token: before?.token ?? newLinkToken(),
      isOn: true,
      domains: domainsIn(body.domains),
      codeWord: body.codeWord ?? null,
      endsOn: body.endsOn ?? null,
      version: body.version,
    };
    const state = await stateOfLink(partnerId, after, today, now);
    if (state === 'noProgram')
      throw new Refusal('invalid', 'Create the group membership before you turn on the sign-up link.');
    if (state === 'hrSystem')
      throw new Refusal(
        'conflict',
        'An API client changes this roster. Revoke it before you turn on the sign-up link, so that one system decides who is on the roster.',
      );
    await transact(
      ...signUpLinkChange(before ? { ...before, version: body.version } : null, after),
      linkEvent('sign-up link changed', after, caller.userId, now),
    );
    return {
      success: true,
      message: before?.isOn ? 'The sign-up link was saved.' : 'The sign-up link is on.',
    };
  },
);

export const renewSignUpLinkHandler = handle(
  employees.renewSignUpLink,
  async ({ params: { partnerId }, body, caller, now }) => {
    const before = { ...(await mustLoadLink(partnerId)), version: body.version };
    const after = { ...before, token: newLinkToken() };
    await transact(
      ...signUpLinkChange(before, after),
      linkEvent('sign-up link renewed', after, caller.userId, now),
    );
    return {
      success: true,
      message: 'The link was renewed. The former link and its QR code no longer work.',
    };
  },
);

export const turnOffSignUpLinkHandler = handle(
  employees.turnOffSignUpLink,
  async ({ params: { partnerId }, caller, now }) => {
    const before = await mustLoadLink(partnerId);
    const after = { ...before, isOn: false };
    if (before.isOn)
      await transact(
        ...signUpLinkChange(before, after),
        linkEvent('sign-up link turned off', after, caller.userId, now),
      );
    return { success: true, message: 'The sign-up link is off.' };
  },
);

const pageRows = 100;

/** Returns the position of a sign-up in its list, the oldest first. */
const positionOf = ({ signedUpAt, digest }: SignUp): string => `${Date.parse(signedUpAt)}-${digest}`;

export const signUpsHandler = handle(
  employees.signUps,
  async ({ params: { partnerId }, query: { decision, cursor }, now }) => {
    const stored = await listSignUps(partnerId, now);
    const rows = stored
      .filter(({ declined }) => (declined === null) === (decision === 'waiting'))
      .toSorted((left, right) => (positionOf(left) < positionOf(right) ? -1 : 1));
    // by its position, because the last row of a page can be decided before the next page is requested
    const rest = rows.filter((row) => positionOf(row) > (cursor ?? ''));
    const page = rest.slice(0, pageRows);
    const [capacity, names] = await Promise.all([
      page.length === 0
        ? undefined
        : loadCapacity(
            partnerId,
            page.map((employee) => ({ employee })),
          ),
      loadUserNames(page.flatMap(({ declined }) => declined?.who ?? [])),
    ]);
    return {
      items: page.map((row) => ({
        signUpId: row.digest,
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        employeeNumber: row.employeeNumber ?? null,
        signedUpAt: row.signedUpAt,
        age: daysBetween(dateInChicago(new Date(row.signedUpAt)), dateInChicago(now)),
        deletedOn: deletionDate(row),
        declined: row.declined && {
          at: row.declined.at,
          whoName: names.get(row.declined.who) ?? '',
          reason: row.declined.reason,
        },
        problem: (capacity && rowRefusal(employeeOf(row), capacity, 0)?.message) ?? null,
        version: row.version,
      })),
      totalCount: rows.length,
      nextCursor: rest.length > pageRows ? (page.map(positionOf).at(-1) ?? null) : null,
    };
  },
);

/** Returns a sign-up as a validated row of employees. */
const employeeOf = ({ firstName, lastName, email, employeeNumber }: SignUp) => ({
  employee: {
    firstName,
    lastName,
    email,
    phone: null,
    dateOfBirth: null,
    ...(employeeNumber !== undefined && { employeeNumber }),
  },
  reason: '',
});

const nameOfPerson = ({ firstName, lastName }: Pick<SignUp, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

interface Selected {
  signUpId: string;
  version: number;
}

const changedSince = 'This sign-up was changed or decided in the meantime. Review it again.';

/** Returns the selected sign-ups with the version that the user saw, and the other selected ones. */
async function loadSelected(partnerId: string, selected: readonly Selected[], now: Date) {
  const stored = await loadSignUps(
    partnerId,
    selected.map(({ signUpId }) => signUpId),
    now,
  );
  const byId = new Map(stored.map((row) => [row.digest, row]));
  const rows: SignUp[] = [];
  const changed: Refused[] = [];
  for (const { signUpId, version } of selected) {
    const row = byId.get(signUpId);
    byId.delete(signUpId);
    if (row?.version === version) rows.push(row);
    else changed.push({ signUpId, name: row ? nameOfPerson(row) : '', reason: changedSince });
  }
  return { rows, changed };
}

interface Refused {
  signUpId: string;
  name: string;
  reason: string;
}

interface Adding {
  partnerId: string;
  who: string;
  now: Date;
  newId: () => string;
}

/** Adds the persons of leading sign-ups, as many as fit into one transaction. */
async function addLeading(rows: readonly SignUp[], { partnerId, who, now, newId }: Adding) {
  const capacity = await loadCapacity(
    partnerId,
    rows.map((employee) => ({ employee })),
  );
  const { results, changes, itemCount } = await takeFitting(rows, (row, before: readonly Added[]): Added => {
    const added = before.filter(({ refusal }) => !refusal).length;
    const id = newId();
    const addition = rowAddition(employeeOf(row), { id, partnerId, capacity, added });
    return addition.refusal
      ? { id, row, changes: [], refusal: addition.refusal }
      : { id, row, changes: [...addition.changes, ...signUpChange(row, null)] };
  });
  const added = results.filter(({ refusal }) => !refusal);
  const refused = results.flatMap(({ row, refusal }) => (refusal ? [refusedRow(row, refusal)] : []));
  if (added.length === 0) return { added: 0, refused, itemCount };
  try {
    await transact(
      ...changes,
      ...membershipGuards(partnerId, capacity.allowed),
      membersAdded(partnerId, { uploaded: added.length, members: added.map(({ id }) => id) }, { who, now }),
    );
    return { added: added.length, refused, itemCount };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { added: 0, refused: [...refused, ...added.map(({ row }) => refusedRow(row, error))], itemCount };
  }
}

interface Added {
  /** ID of the new member. */
  id: string;
  row: SignUp;
  changes: Change[];
  refusal?: Refusal;
}

const refusedRow = (row: SignUp, { message }: Refusal): Refused => ({
  signUpId: row.digest,
  name: nameOfPerson(row),
  reason: message,
});

export const confirmSignUpsHandler = handle(
  employees.confirmSignUps,
  async ({ params: { partnerId }, body, caller, now, newId }) => {
    const { rows, changed } = await loadSelected(partnerId, body.signUps, now);
    const refused = [...changed];
    let added = 0;
    for (let rest = rows; rest.length > 0;) {
      const result = await addLeading(rest, { partnerId, who: caller.userId, now, newId });
      added += result.added;
      refused.push(...result.refused);
      rest = rest.slice(result.itemCount);
    }
    return {
      success: refused.length === 0,
      ...(added > 0 && {
        message: `${plural(added, 'employee was', 'employees were')} added. Invite them next.`,
      }),
      added,
      refused,
    };
  },
);

export const declineSignUpsHandler = handle(
  employees.declineSignUps,
  async ({ params: { partnerId }, body, caller, now }) => {
    const { rows, changed } = await loadSelected(partnerId, body.signUps, now);
    if (changed.length > 0) throw new Refusal('conflict', `${changedSince} Nothing was declined.`);
    const declined = { at: now.toISOString(), who: caller.userId, reason: body.reason };
    await transact(
      ...rows.flatMap((row) => signUpChange(row, { ...row, declined })),
      auditWrite(
        {
          name: 'sign-ups declined',
          subject: `partner ${partnerId}`,
          who: caller.userId,
          after: { count: rows.length },
        },
        now,
      ),
    );
    return { success: true, message: `${plural(rows.length, 'sign-up was', 'sign-ups were')} declined.` };
  },
);

import { createHash } from 'node:crypto';
import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/contracts/employees.ts';
import type { Member } from '../../shared/members/member.ts';
import { lettersOf } from './hiring.ts';
import type { Response } from './responses.ts';
import type { FileRow } from './roster-model.ts';
import { workbookOf } from './workbook.ts';
import type { SimulatedPartner, World } from './world.ts';

/** Titles of a file: alternative ones, and one that the portal does not know. */
const titles = ['First Name', 'SURNAME', 'E-mail Address', 'Shoe size'];

/** Returns the current members of a partner. */
export const openMembers = ({ observed }: World, { id }: SimulatedPartner): Member[] =>
  [...observed.members.values()].filter(
    ({ partnerId, invitationStatus }) => partnerId === id && invitationStatus !== 8,
  );

export const some = <Of>({ portal: { cloud } }: World, of: readonly Of[]): Of | undefined =>
  of[Math.floor(cloud.random() * of.length)];

/** Returns rows of persons who are new, and of a former member. */
function newcomers(world: World, partner: SimulatedPartner, count: number): FileRow[] {
  const { observed, members, partners } = world;
  const { random } = world.portal.cloud;
  const domain = `p${partners.indexOf(partner) + 1}.test`;
  const rows = Array.from({ length: count }, (): FileRow => {
    const letters = lettersOf(Math.floor(random() * 1e9));
    return {
      firstName: 'Ann',
      lastName: `Lund ${letters}`,
      email: `ann-${letters}@${domain}`,
      isValid: true,
    };
  });
  const former = some(
    world,
    members.filter(
      ({ id, hasReturned, partner: of }) =>
        of === partner && !hasReturned && observed.members.get(id)?.invitationStatus === 8,
    ),
  );
  const { lastName } = observed.members.get(former?.id ?? '') ?? {};
  if (!former || lastName === undefined || random() < 0.5) return rows;
  return [...rows, { firstName: 'Ann', lastName, email: former.email, isValid: true }];
}

/** Returns rows that the portal refuses, with addresses of other rows and members. */
function refusedRows(world: World, partner: SimulatedPartner, valid: readonly FileRow[]): FileRow[] {
  const known = some(world, openMembers(world, partner));
  const repeated = some(world, valid);
  const other = { firstName: 'Bo', lastName: 'Moe', isValid: false };
  return [
    { ...other, email: 'no address' },
    { ...other, firstName: '', email: `nameless@${partner.id}.test` },
    { ...other, lastName: '1980-02-19', email: `shifted@${partner.id}.test` },
    ...[known, repeated].flatMap((row) =>
      row ? [{ ...other, email: row.email.toUpperCase(), isValid: true }] : [],
    ),
  ].filter(() => world.portal.cloud.random() < 0.5);
}

/** Returns the rows of a file of `count` new employees, with errors. */
export function rowsWithErrors(world: World, partner: SimulatedPartner, count: number): FileRow[] {
  const valid = newcomers(world, partner, count);
  return [...valid, ...refusedRows(world, partner, valid)];
}

const cellsOf = ({ firstName, lastName, email }: FileRow): string[] => [firstName, lastName, email, '44'];

export const fileOf = (rows: readonly FileRow[]) => ({
  name: 'people.xlsx',
  bytes: workbookOf(titles, rows.map(cellsOf)),
});

/** Sends a file with a preview of its changes, as a workbook, or as a large CSV file in two parts. */
export async function sendChange(
  world: World,
  { id: partnerID }: SimulatedPartner,
  kind: 'additions' | 'roster',
  rows: readonly FileRow[],
  as: User | undefined,
): Promise<Response> {
  const { portal } = world;
  const body = { partnerID, kind };
  if (portal.cloud.random() < 0.5)
    return portal.succeed(employees.beginRosterChange, as, { body, files: { file: fileOf(rows) } });
  const bytes = Buffer.from(
    [titles, ...rows.map(cellsOf), ['', '', '', '']].map((row) => row.join(',')).join('\r\n'),
  );
  const uploadId = `upload-${Math.floor(portal.cloud.random() * 1e9)}`;
  const parts = [bytes.subarray(0, 40), bytes.subarray(40)];
  for (const [part, partBytes] of parts.entries())
    await portal.succeed(employees.uploadRosterPart, as, {
      body: { partnerID, uploadId, part: String(part) },
      files: { file: { name: 'part', bytes: partBytes } },
    });
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  return portal.succeed(employees.importRoster, as, {
    body: { ...body, uploadId, parts: 2, fileName: 'people.csv', fileHash },
  });
}

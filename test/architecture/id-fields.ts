import type { Endpoint } from '../../shared/endpoint.ts';
import type { AnySchema } from '../../shared/schema.ts';
import { partsOf, wireNamesOf } from '../../shared/wire-names.ts';
import type { Sent } from '../support/call.ts';
import type { Kind } from './neighbors.ts';

type Accepted = readonly Kind[] | 'any';

const byName: Record<string, Accepted> = {
  partnerid: ['partner'],
  memberid: ['member'],
  memberguid: ['member'],
  memberidguid: ['member'],
  memberids: ['member'],
  membersids: ['member'],
  membersguids: ['member'],
  memberguids: ['member'],
  groupmembershipenrollmentid: ['member'],
  partitionkey: ['member'],
  facilitymemberid: ['key fob'],
  keyfobid: ['key fob'],
  facilityid: ['facility'],
  managerid: ['manager'],
  changeid: ['roster change'],
  batchid: ['roster change'],
  webhookid: ['webhook'],
  clientid: ['API client'],
};

const exceptions: Record<string, Record<string, Accepted>> = {
  'jobs.get': { jobid: ['job', 'upload', 'bulk', 'visits import', 'download'] },
  'jobs.file': { jobid: ['download'] },
  'employees.bulkResults': { jobid: ['bulk'] },
  'employees.failedUploads': { jobid: ['upload'] },
  'employees.fixRows': { jobid: ['upload'] },
  'employees.discardRows': { jobid: ['upload'] },
  'visits.failedCheckIns': { jobid: ['visits import'] },
  'payments.reason': { paymentid: ['partner payment'] },
  // a month, not a record
  'payments.downloadPayroll': { fileid: 'any' },
  // searched in the caller's own sessions only
  'users.endSession': { sessionid: 'any' },
  // searched in the caller's own passkeys only
  'users.stepUp': { id: 'any', rawid: 'any' },
  'users.addPasskey': { id: 'any', rawid: 'any' },
  'users.renamePasskey': { passkeyid: 'any' },
  'users.removePasskey': { passkeyid: 'any' },
  'privacy.withdrawCase': { caseid: 'any' },
  'managers.update': { id: ['manager'] },
  'employees.changeEmail': { id: ['member'] },
  // a job step validates each member: test/employees/bulk.test.ts
  'employees.bulk': { memberids: 'any' },
  // searched in the sign-ups of the caller's own partner only: test/employees/sign-ups.test.ts
  'employees.confirmSignUps': { signupid: 'any' },
  'employees.declineSignUps': { signupid: 'any' },
  // a new folder of the caller's own partner
  'employees.uploadRosterPart': { uploadid: 'any' },
  'employees.importRoster': { uploadid: 'any' },
  'integrations.scimGetUser': { id: ['member'] },
  'integrations.scimReplaceUser': { id: ['member'] },
  'integrations.scimPatchUser': { id: ['member'] },
  'integrations.scimDeleteUser': { id: ['member'] },
  // a new ID of the club's own system; a visit counts at any club, and the response names unknown members
  'integrations.takeCheckIn': { checkinid: 'any', memberid: 'any' },
  'integrations.takeCheckIns': { checkinid: 'any', memberid: 'any' },
  // searched in the secrets of the client only
  'integrations.removeSecret': { secretid: 'any' },
  // searched in the deliveries of the webhook only
  'integrations.replayDeliveries': { deliveryids: 'any' },
  // compared with the managers of the partner; a client ID of the provider
  'single-sign-on.saveProvider': { breakglassuserids: 'any', clientid: 'any' },
  // a new number
  'employees.createKeyFobs': { facilitymemberid: 'any' },
  'employees.saveKeyFob': { facilitymemberid: 'any' },
  // validates the format and availability of a number, and returns nothing about it
  'enrollment.checkKeyFob': { facilitymemberid: 'any' },
};

const isCatalog = (name: string): boolean =>
  /^(program|programpayment|payment|operation|bankaccount)typeid$|periodid(from|to)?$|^planids$|^programids$|^planorprogramid$/.test(
    name,
  );

const isId = (name: string): boolean =>
  /(?<!gr)(id|ids|guid|guids|partitionkey)$/.test(name) && !isCatalog(name);

export function idFieldsOf({ params, query, body }: Endpoint): string[] {
  const names = [params, query, body].flatMap((schema) => (schema ? namesIn(schema) : []));
  return [...new Set(names)].filter((name) => isId(name.toLowerCase()));
}

function namesIn(schema: AnySchema): string[] {
  const { fields, element, value } = partsOf(schema);
  return [
    ...Object.entries(fields).flatMap(([name, field]) => [...wireNamesOf(schema, name), ...namesIn(field)]),
    ...[element, value].flatMap((part) => (part ? namesIn(part) : [])),
  ];
}

/** Undefined where neither table has the field: a new one must be added. */
export const acceptedKinds = ({ area, name }: Endpoint, field: string): Accepted | undefined =>
  exceptions[`${area}.${name}`]?.[field.toLowerCase()] ?? byName[field.toLowerCase()];

/**
 * The request with another ID in one field, and wherever the same ID was repeated. A field that the request leaves out
 * is added to its query or body.
 */
export function withId(endpoint: Endpoint, sent: Sent, field: string, id: string): Sent {
  const replaced = new Set<unknown>();
  collect(sent, field, replaced);
  if (replaced.size > 0) return replace(sent, field, replaced, id) as Sent;
  const part = endpoint.query && namesIn(endpoint.query).includes(field) ? 'query' : 'body';
  // another name of the same field would count instead
  const aliases = aliasesOf(endpoint[part], field);
  const others = Object.entries(sent[part] ?? {}).filter(([name]) => !aliases.includes(name));
  return { ...sent, [part]: { ...Object.fromEntries(others), [field]: id } };
}

const aliasesOf = (schema: AnySchema | undefined, field: string): readonly string[] =>
  Object.keys(schema ? partsOf(schema).fields : {})
    .map((name) => wireNamesOf(schema, name))
    .find((names) => names.includes(field)) ?? [];

function collect(value: unknown, field: string, into: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inside] of Object.entries(value))
    if (name === field) for (const item of [inside].flat()) into.add(item);
    else collect(inside, field, into);
}

function replace(value: unknown, field: string, ids: Set<unknown>, id: string): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, field, ids, id));
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => {
      if (name === field) return [name, Array.isArray(inside) ? [id] : id];
      const isRepeated = isId(name.toLowerCase()) && ids.has(inside);
      return [name, isRepeated ? id : replace(inside, field, ids, id)];
    }),
  );
}

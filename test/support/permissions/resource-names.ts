/** Short names of template resources by logical id: data, identity, and queues. */
const names: readonly [id: RegExp, name: string][] = [
  [/\bSettings[A-F\d]{8}|FnGetAttSettings/, 'settings'],
  [/CdnSecret/, 'secret of the CDN'],
  [/\bTable[A-F\d]{8}|FnGetAttTable/, 'table'],
  [/GetAttFiles/, 'files'],
  [/GetAttAgreements/, 'agreements'],
  [/GetAttOutbox/, 'outbox'],
  [/VaultKey/, 'vault key'],
  [/Secrets/, 'secrets'],
  [/People/, 'pool'],
  [/:configuration-set\//, 'configuration set'],
  [/:identity\//, 'sender'],
  [/AccountJobs/, 'queue of accounts'],
  [/EmailJobs/, 'queue of emails'],
  [/DataJobs/, 'queue of data'],
  [/FailedJobs/, 'queue of failed jobs'],
  [/FailedSchedules/, 'queue of failed schedules'],
];

/** The text behind the name of a resource: an index, also of a restored table, or the files of a bucket. */
const behind = (text: string): string =>
  /"(?:-restored-\?{8}T\?{6}Z)?(\/[\w/*-]+)"\]\]\}$/.exec(text)?.[1] ?? '';

/** A resource of a template by the name that uses have for it; throws at one that it does not know. */
export function resourceNames(resource: unknown): string {
  const text = JSON.stringify(resource);
  if (text === '"*"') return '*';
  // functions that share a role write their own logs
  if (text.includes(':log-group:')) return 'log';
  const name = names.find(([id]) => id.test(text))?.[1];
  if (!name) throw new Error(`A resource without evaluation: ${text}`);
  return /^(table|files|agreements|outbox)$/.test(name) ? `${name}${behind(text)}` : name;
}

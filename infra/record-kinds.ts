import { keys } from '../functions/table/keys.ts';

/** Returns the record kind of a partition: the part up to the first `#`. */
export const kindOf = (pk: string): string => `${pk.split('#')[0] ?? ''}#`;

export const auditKind = kindOf(keys.audit('', '', '').pk);

import type { AuditEventName } from '../../shared/audit-event.ts';
import type { ApiClient } from '../../shared/integrations/api-clients/api-client.ts';
import type { Caller } from '../users/caller.ts';
import { auditWrite } from '../table/audit.ts';

/** Returns the audit event of a change of a client, which never contains a secret. */
export const clientEvent = (
  name: AuditEventName,
  { id, name: of, ownerKind, ownerId }: ApiClient,
  caller: Pick<Caller, 'userId'>,
  now: Date,
  after: Record<string, unknown>,
) =>
  auditWrite(
    {
      name,
      subject: `API client ${id}`,
      who: caller.userId,
      ...(ownerKind === 'partner' && { partnerId: ownerId }),
      after: { [ownerKind]: ownerId, name: of, ...after },
    },
    now,
  );

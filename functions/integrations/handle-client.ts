import type { Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { handle, type HandlerContext } from '../handle.ts';
import type { ApiClient } from '../../shared/integrations/api-clients/api-client.ts';
import { NotSignedIn } from '../users/access.ts';
import { clientAccess } from './client-access.ts';

/** Context of a handler for API clients: `client` instead of a user. */
export type ClientContext<Row extends Endpoint> = HandlerContext<Row> & { client: ApiClient };

/** Returns the Lambda handler of an endpoint for API clients, with the same steps as `handle`. */
export const handleClient = <const Row extends Endpoint>(
  endpoint: Row,
  run: (context: ClientContext<Row>) => Promise<ResponseOf<Row>>,
) =>
  handle(
    endpoint,
    async (context) => {
      const { client } = context.caller;
      if (!client) throw new NotSignedIn();
      return run({ ...context, client });
    },
    clientAccess(endpoint),
  );

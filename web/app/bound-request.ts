import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';

/** An endpoint with its request, where a screen need not know which endpoint it is: only what it responds. */
export interface BoundRequest<Response> {
  readonly endpoint: Endpoint;
  readonly request: ClientRequest<Endpoint>;
  /** Never there: the type of the response. */
  readonly response?: Response;
}

export const boundRequest = <Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
): BoundRequest<ResponseOf<Row>> => ({ endpoint, request: request as ClientRequest<Endpoint> });

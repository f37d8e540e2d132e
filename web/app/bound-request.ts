import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';

/** An endpoint with its request, for components that depend only on the type of the response. */
export interface BoundRequest<Response> {
  readonly endpoint: Endpoint;
  readonly request: ClientRequest<Endpoint>;
  /** Never set; carries the type. */
  readonly response?: Response;
}

export const boundRequest = <Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
): BoundRequest<ResponseOf<Row>> => ({ endpoint, request: request as ClientRequest<Endpoint> });

import useSWR from 'swr';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { addressOf, callApi } from './api.ts';

/** Polls several requests of an endpoint each second until all are finished; empty until the first responses arrive. */
export function usePolling<Row extends Endpoint>(
  endpoint: Row,
  requests: readonly ClientRequest<Row>[],
  isOver: (response: ResponseOf<Row>) => boolean,
): readonly ResponseOf<Row>[] {
  const { data = [] } = useSWR<ResponseOf<Row>[], unknown>(
    `UNTIL ${requests.map((request) => addressOf(endpoint, request)).join(' ')}`,
    () => Promise.all(requests.map((request) => callApi(endpoint, request))),
    { refreshInterval: (now) => (now?.every(isOver) ? 0 : 1000), revalidateOnFocus: false },
  );
  return data;
}

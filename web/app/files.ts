import useSWR from 'swr';
import { addressOf, fetchFile } from './api.ts';
import type { BoundRequest } from './bound-request.ts';
import type { Loaded } from './data.ts';

interface NamedFile {
  name: string;
  blob: Blob;
}

function useBytes<Data>(
  { endpoint, request }: BoundRequest<unknown>,
  version: string,
  take: (file: NamedFile) => Data | Promise<Data>,
): Loaded<Data> {
  const { data, error, isLoading, isValidating, mutate } = useSWR<Data, unknown>(
    `FILE ${version} ${addressOf(endpoint, request)}`,
    async () => take(await fetchFile(endpoint, request)),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return { data, error, loading: isLoading, retrying: isValidating, reload: () => void mutate(), mutate };
}

export const useFile = (bound: BoundRequest<unknown>, version: string): Loaded<NamedFile> =>
  useBytes(bound, version, (file) => file);

export const useFileText = (bound: BoundRequest<unknown>, version: string): Loaded<string> =>
  useBytes(bound, version, ({ blob }) => blob.text());

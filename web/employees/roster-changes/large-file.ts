import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChangeKind } from '../../../shared/employees/changes/roster-change.ts';
import { importPartBytes } from '../../../shared/employees/upload-limits.ts';
import { callApi } from '../../app/api.ts';
import { CallError } from '../../platform/call-error.ts';
import { newId, wait } from '../../platform/time-and-chance.ts';

const attempts = 3;
const pauseMs = 2000;

/** Repeats a request that a lost connection or an unavailable service ended. */
async function repeated<Response>(send: () => Promise<Response>, attempt = 1): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    const isTemporary = error instanceof CallError && (error.status === 0 || error.status === 503);
    if (!isTemporary || attempt >= attempts) throw error;
    await wait(pauseMs);
    return repeated(send, attempt + 1);
  }
}

const hashOf = async (file: File): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Uploads a file in parts, reports the uploaded bytes, and starts its preview. Throws CallError. */
export async function importLargeFile(
  file: File,
  { partnerId, kind }: { partnerId: string; kind: RosterChangeKind },
  onProgress: (bytes: number) => void,
): Promise<{ changeId: string }> {
  const uploadId = newId();
  const parts = Math.max(1, Math.ceil(file.size / importPartBytes));
  for (let part = 0; part < parts; part++) {
    const start = part * importPartBytes;
    const bytes = new File([file.slice(start, start + importPartBytes)], file.name);
    await repeated(() =>
      callApi(
        employees.uploadRosterPart,
        { body: { partnerId, uploadId, part: String(part) } },
        { files: { file: bytes } },
      ),
    );
    onProgress(Math.min(file.size, start + importPartBytes));
  }
  const fileHash = await hashOf(file);
  return callApi(employees.importRoster, {
    body: { partnerId, kind, uploadId, parts, fileName: file.name, fileHash },
  });
}

import { runPlan, type RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { sha256 } from '../../platform/digest.ts';
import { getFile, putFileOnce } from '../../platform/files.ts';
import { openText, sealedSchema, sealText } from '../../platform/vault.ts';

export { sha256 };

const planName = (hash: string) => `bank-files/plans/${hash}.json`;
const previewName = (hash: string) => `bank-files/previews/${hash}.ach`;
const sealedName = (hash: string) => `bank-files/sealed/${hash}.json`;

/** Keeps a run's plan and its masked text under the run's hash; neither holds an account number. */
export async function keepPlan(plan: RunPlan, masked: string): Promise<void> {
  await putFileOnce('files', previewName(plan.hash), masked, 'text/plain');
  await putFileOnce('files', planName(plan.hash), JSON.stringify(plan), 'application/json');
}

// a plan never changes, and a job asks for the same one at every step
let known: RunPlan | undefined;

/** The plan of a run, or undefined when no preview had that hash. */
export async function loadPlan(hash: string): Promise<RunPlan | undefined> {
  if (known?.hash === hash) return known;
  const bytes = await getFile('files', planName(hash));
  if (!bytes) return undefined;
  known = runPlan.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return known;
}

export const loadPreview = (hash: string): Promise<Uint8Array | undefined> =>
  getFile('files', previewName(hash));

/** Keeps a file's exact text under its hash, sealed: until it is delivered nobody can read it but the sender. */
export async function keepBytes(hash: string, text: string): Promise<void> {
  await putFileOnce(
    'files',
    sealedName(hash),
    JSON.stringify(await sealText(text, hash)),
    'application/json',
  );
}

/** A file's exact text, or undefined when it was not kept; it is the text of that hash or nothing. */
export async function loadBytes(hash: string): Promise<string | undefined> {
  const bytes = await getFile('files', sealedName(hash));
  if (!bytes) return undefined;
  const sealed = sealedSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  const text = await openText(sealed, hash);
  return sha256(text) === hash ? text : undefined;
}

import * as z from 'zod';
import {
  plannedPayment,
  plannedPrenote,
  plannedReversal,
  runPlan,
  type PaymentPlan,
  type PlannedEntry,
  type RunPlan,
} from '../../shared/bank-files/run-plan.ts';
import { onNewProcess } from '../platform/process-memory.ts';
import { sha256 } from '../platform/digest.ts';
import { getFile, putFileOnce } from '../platform/files.ts';
import { findJson, loadJson } from '../platform/stored-parts.ts';
import { openText, sealedSchema, sealText } from '../platform/vault.ts';

const planName = (runHash: string) => `bank-files/plans/${runHash}.json`;
const entriesName = (fileId: string) => `bank-files/plans/${fileId}/entries.json`;
const previewName = (fileId: string) => `bank-files/previews/${fileId}.ach`;
const sealedName = (fileHash: string) => `bank-files/sealed/${fileHash}.json`;

export async function storePlan(plan: RunPlan): Promise<void> {
  await putFileOnce('files', planName(plan.runHash), JSON.stringify(plan), 'application/json');
}

export async function storeFileOfPlan(
  fileId: string,
  entries: readonly PlannedEntry[],
  masked: string,
): Promise<void> {
  await putFileOnce('files', previewName(fileId), masked, 'text/plain');
  await putFileOnce('files', entriesName(fileId), JSON.stringify(entries), 'application/json');
}

// Plans are immutable, and every step of a job needs the same one.
let cached: RunPlan | undefined;
onNewProcess(() => void (cached = undefined));

export async function loadPlan(runHash: string): Promise<RunPlan | undefined> {
  if (cached?.runHash === runHash) return cached;
  const plan = await findJson(planName(runHash), runPlan);
  if (plan) cached = plan;
  return plan;
}

export async function loadPaymentPlan(runHash: string): Promise<PaymentPlan | undefined> {
  const plan = await loadPlan(runHash);
  return plan?.purpose === 'payments' ? plan : undefined;
}

function entriesLoader<Entry extends PlannedEntry>(schema: z.ZodType<Entry>) {
  let cached: { fileId: string; entries: Entry[] } | undefined;
  onNewProcess(() => void (cached = undefined));
  return async (fileId: string): Promise<Entry[]> => {
    if (cached?.fileId === fileId) return cached.entries;
    const entries = await loadJson(entriesName(fileId), z.array(schema));
    cached = { fileId, entries };
    return entries;
  };
}

export const loadPlannedPayments = entriesLoader(plannedPayment);
export const loadPlannedPrenotes = entriesLoader(plannedPrenote);
export const loadPlannedReversals = entriesLoader(plannedReversal);

export async function loadPreview({ files }: RunPlan): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (const { id } of files) {
    const bytes = await getFile('files', previewName(id));
    if (!bytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

export async function storeFileBytes(fileHash: string, text: string): Promise<void> {
  await putFileOnce(
    'files',
    sealedName(fileHash),
    JSON.stringify(await sealText(text, fileHash)),
    'application/json',
  );
}

export async function loadBytes(fileHash: string): Promise<string | undefined> {
  const sealed = await findJson(sealedName(fileHash), sealedSchema);
  if (!sealed) return undefined;
  const text = await openText(sealed, fileHash);
  return sha256(text) === fileHash ? text : undefined;
}

import { readFileSync } from 'node:fs';

/** Returns the authorized agent designation form (spec 1 §2.5): a tagged PDF with fields to complete on screen. */
export default function agentForm(): Uint8Array {
  return readFileSync(new URL('agent-form.pdf', import.meta.url));
}
